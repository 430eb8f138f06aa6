# The bot without its sandbox. Its only state is the database under /data; everything that can be set
# is explained in .env.example.
FROM python:3.13-slim-bookworm AS made

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=/packages \
    XDG_CACHE_HOME=/app/.cache \
    NUMBA_CPU_NAME=generic

WORKDIR /app

# Wheels only: nothing is compiled here. Time zones come along as the package tzdata.
COPY requirements.txt ./
RUN pip install --no-cache-dir --only-binary=:all: --require-hashes --target /packages -r requirements.txt
# Of Babel's languages one is spoken, and the libraries' own tests are not run.
RUN find /packages/babel/locale-data -name '*.dat' ! -name root.dat ! -name 'ru*.dat' -delete \
    && rm -rf /packages/numba/tests /packages/numpy/tests /packages/numpy/*/tests /packages/bin \
    && python -m compileall -q /packages

# Without bot/sandbox: see .dockerignore.
COPY LICENSE ./
COPY storage/ storage/
COPY render/ render/
COPY bot/ bot/
# The solver's machine code is made here, for any processor of the kind, and only read later.
RUN python -m compileall -q . && python -m bot.advice.machine_code


FROM python:3.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH=/packages \
    XDG_CACHE_HOME=/app/.cache \
    NUMBA_CPU_NAME=generic \
    DATABASE_PATH=/data/pasyans.db \
    HTTP_LISTEN=0.0.0.0 \
    HTTP_PORT=8080

RUN useradd --system --uid 10001 --user-group --no-create-home pasyans \
    && install --directory --owner=pasyans --group=pasyans --mode=0700 /data \
    && pip uninstall --yes --root-user-action=ignore pip

WORKDIR /app
COPY --from=made /packages /packages
COPY --from=made /app /app

USER 10001:10001
VOLUME /data
EXPOSE 8080

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['HTTP_PORT'] + '/health', timeout=4)"]

CMD ["python", "-m", "bot", "run"]
