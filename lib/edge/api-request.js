// Runs at CloudFront, before the API is asked. The API sees addresses of CloudFront only: whose
// request it is, this tells its firewall, whatever the request said itself.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  event.request.headers['x-billhook-viewer'] = { value: event.viewer.ip };
  return event.request;
}
