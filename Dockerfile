# The bot without its sandbox. Its only state is the database under /data; everything that can be set
# is explained in .env.example.
FROM python:3.13-slim-bookworm

# What numba compiles is kept beside the database, so that only the first start waits for it.
ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    XDG_CACHE_HOME=/data/.cache \
    DATABASE_PATH=/data/pasyans.db \
    HTTP_LISTEN=0.0.0.0 \
    HTTP_PORT=8080

RUN useradd --system --uid 10001 --user-group --no-create-home pasyans \
    && install --directory --owner=pasyans --group=pasyans --mode=0700 /data

WORKDIR /app

# Wheels only: nothing is compiled here. Time zones come along as the package tzdata.
COPY requirements.txt ./
RUN pip install --no-cache-dir --only-binary=:all: --require-hashes -r requirements.txt

# Without bot/sandbox: see .dockerignore.
COPY LICENSE ./
COPY storage/ storage/
COPY render/ render/
COPY bot/ bot/

USER 10001:10001
VOLUME /data
EXPOSE 8080

HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['HTTP_PORT'] + '/health', timeout=4)"]

CMD ["python", "-m", "bot", "run"]
