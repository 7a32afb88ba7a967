"""Children that end with their parent, even if it was killed with -9.

A lifeline is a pipe of which only the parent holds the writing end. Nothing is ever written; the kernel closes it when
the parent is gone, and a thread in the child that waits for that ends the process. Standard library only.

Children that `multiprocessing` has started (uvicorn's, with `--workers`) have such a pipe already.
"""

import multiprocessing
import os
import threading


class ParentWatch:
    def __init__(self) -> None:
        self._read, self._write = os.pipe()

    def start(self) -> None:
        """In a freshly forked child: from now on this process ends with its parent."""
        os.close(self._write)
        threading.Thread(target=self._wait, name="lifeline", daemon=True).start()

    def _wait(self) -> None:
        os.read(self._read, 1)
        os._exit(1)  # every job and request is one transaction, so there is nothing to tidy up


def end_with_multiprocessing_parent() -> None:
    """In a child that `multiprocessing` has started: from now on this process ends with its parent. Else nothing."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)  # as above

    threading.Thread(target=wait, name="lifeline", daemon=True).start()
