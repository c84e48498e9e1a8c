// Runs at CloudFront, before a page is asked of the API, and names the user's address as
// `api-request.js` does.
//
// Of the query it lets through the partner and the language, and nothing else: the partner that the
// token claims stands in the token's place, so that no token gets into a trace or a log further on.
// Nobody verifies the claim. It decides who may frame the page, which the API answers by it.
//
// A path that no page could have, `/` or `/a/b` or one with a token in it, becomes that of a page
// that is missing: the API's own answer to a route that it lacks is nothing to show to a person.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  const query = request.querystring;
  request.headers['x-billhook-viewer'] = { value: event.viewer.ip };
  if (!/^\/[a-z-]{1,40}\/?$/.test(request.uri)) request.uri = '/missing';
  request.querystring = {};
  const partner = theOnlyOne(
    valuesOf(query.token).map(claimedPartner).concat(valuesOf(query.partner)),
  );
  if (/^ptn_[0-9A-Za-z]{20}$/.test(partner)) request.querystring.partner = { value: partner };
  const locale = valuesOf(query.locale)[0];
  if (locale && /^[A-Za-z_-]{1,35}$/.test(locale)) request.querystring.locale = { value: locale };
  return request;
}

// Two tokens, or a token and a partner, have to say the same.
function theOnlyOne(values) {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

function valuesOf(parameter) {
  if (!parameter) return [];
  return (parameter.multiValue || [parameter]).map((one) => one.value);
}

// The `partnerId` of a token; something that is no partner's id when it is no token.
function claimedPartner(token) {
  try {
    const parts = token.split('.');
    if (parts.length !== 3) return 'none';
    const partnerId = JSON.parse(Buffer.from(parts[1], 'base64url').toString()).partnerId;
    return typeof partnerId === 'string' ? partnerId : 'none';
  } catch (_) {
    return 'none';
  }
}
