"""``python -m bot check FILE``: does the record of a game keep the rules?"""

import sys
from pathlib import Path

from bot.games.record import FalseRecord, NotARecord, Record, check_record, parse_record
from bot.games.registry import patience_of

KEPT = 0
FALSE = 1
NO_RECORD = 2


def main(path: str) -> int:
    """Checks the record in the file at ``path`` and prints one line; returns the exit status.

    0: it keeps the rules, its result goes to stdout. 1: it breaks them, 2: it is no record; what is
    wrong, and where, goes to stderr.
    """
    try:
        record = parse_record(Path(path).read_bytes().decode())
        table = check_record(record)
    except FalseRecord as fault:
        return _refused(path, str(fault), FALSE)
    except NotARecord as fault:
        return _refused(path, f"not a record: {fault}", NO_RECORD)
    except UnicodeDecodeError:
        return _refused(path, "not a record: not UTF-8", NO_RECORD)
    except OSError as error:
        return _refused(path, error.strerror or "cannot be read", NO_RECORD)
    sys.stdout.write(f"{_result(record, len(table.laid))}\n")
    return KEPT


def _result(record: Record, laid: int) -> str:
    patience = patience_of(record.kind)
    return f"{record.ending.value} ({patience.full_title}, уложено {laid} из {patience.cards})"


def _refused(path: str, fault: str, status: int) -> int:
    sys.stderr.write(f"{path}: {fault}\n")
    return status
