// Runs at CloudFront, before the API is asked. The API sees addresses of CloudFront only: whose
// request it is, this tells its firewall, whatever the request said itself.
//
// A page of this host calls within its own origin: the API, which has another name, is not told of it
// as of a page of somebody else's.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const headers = event.request.headers;
  headers['x-billhook-viewer'] = { value: event.viewer.ip };
  const own = headers.host?.value;
  if (headers.origin?.value.replace(/^https?:\/\//, '') === own) delete headers.origin;
  return event.request;
}
