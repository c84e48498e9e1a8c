"""Runs ministack for tools/lanes/deploy/server.ts. Usage: launch.py EVENTS

Reads commands from standard input, one a line:

  enforce   IAM policies are enforced from now on. The CDK's bootstrap roles do not pass the
            emulator's evaluation, so this comes after the deployment. Workers that run already have
            the root's credentials and are ended; new ones get the session of their function's role.
  keep      Go on running when standard input ends.

Without `keep`, the emulator ends with its standard input, which is when the process that started it
ends, in whatever way.

Appends to the file EVENTS, one JSON object a line: each call that IAM refused, as it is refused, so
that one which the caller swallows counts too; and when enforcement has begun.
"""

import json
import os
import signal
import sys
import threading
import time

from ministack import app
from ministack.core import iam_actions, lambda_runtime

GRACE_SECONDS = 5
events_file = sys.argv.pop(1)
lock = threading.Lock()


def write(event):
    with lock, open(events_file, "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")


refuse = iam_actions.access_denied_response


def refuse_and_write(service, action, principal_arn, request_id, **details):
    write({
        "kind": "denied",
        "service": service,
        "action": action,
        "principal": principal_arn,
        "resource": details.get("resource_arn", ""),
        "reason": details.get("message") or details.get("error_code") or "",
    })
    return refuse(service, action, principal_arn, request_id, **details)


iam_actions.access_denied_response = refuse_and_write


def obey():
    keep = False
    for line in sys.stdin:
        if line.strip() == "keep":
            keep = True
        if line.strip() == "enforce":
            app.AUTH = True
            lambda_runtime.reset()
            write({"kind": "enforced"})
    if not keep:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE_SECONDS)
        os.killpg(os.getpgrp(), signal.SIGKILL)


threading.Thread(target=obey, daemon=True).start()
app.main()
