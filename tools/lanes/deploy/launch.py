"""Runs ministack for tools/lanes/deploy/server.ts. Usage: launch.py EVENTS

Reads commands from standard input, one a line:

  enforce   IAM policies are enforced from now on, but for the CDK's bootstrap roles, which do not pass
            the emulator's evaluation. Workers that run already have the root's credentials and are
            ended; new ones get the session of their function's role. Calls count as made over TLS.
  keep      Go on running when standard input ends.

Without `keep`, the emulator ends with its standard input, which is when the process that started it
ends, in whatever way.

Appends to the file EVENTS, one JSON object a line: each call that IAM refused, as it is refused, so
that one which the caller swallows counts too; and when enforcement has begun.
"""

import dataclasses
import json
import os
import signal
import sys
import threading
import time

from ministack import app
from ministack.core import iam_actions, iam_evaluator, lambda_runtime

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

resolve = iam_evaluator.resolve_principal


def resolve_deployer(*given, **named):
    principal = resolve(*given, **named)
    if ":assumed-role/cdk-" in getattr(principal, "arn", ""):
        # As the root: nothing limits it.
        return dataclasses.replace(principal, policies=None)
    return principal


iam_evaluator.resolve_principal = resolve_deployer

pin = app.pin_request_origin
app.pin_request_origin = lambda address, secure: pin(address, True)


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
