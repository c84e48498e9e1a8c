"""Verifies deliveries with the official library for Python: a case a line in, true or false out."""

import base64
import json
import sys

from standardwebhooks.webhooks import Webhook

for line in sys.stdin:
    case = json.loads(line)
    try:
        Webhook(case["secret"]).verify(base64.b64decode(case["body"]).decode(), case["headers"])
        print("true")
    except Exception:
        print("false")
