// Tries what a browser that visits for somebody else must not let a page do, and tells the site what worked.
{
  const { of, only, port } = document.querySelector('#hostile').dataset;
  const told = (what) => `of=${encodeURIComponent(of)}&what=${what}`;
  const own = (what) => `${location.origin}/hostile/reached?${told(what)}`;
  const cellar = (what, host = '127.0.0.1') => `http://${host}:${port}/?${told(what)}`;
  const worked = (what) => fetch(own(what), { method: 'POST' });
  /** A response that can't be read was sent all the same. */
  const reach = (what, url) => fetch(url, { mode: 'no-cors' }).then(() => worked(what));
  const put = (tag, attributes) => {
    const element = Object.assign(document.createElement(tag), attributes);
    document.body.append(element);
    return element;
  };
  const reportsItself = (what) =>
    `<script>fetch('${own(what)}',{method:'POST',mode:'no-cors'})</${'script'}>`;
  const HUGE = 200_000;

  const tries = {
    'loopback-fetch': () => fetch(cellar('loopback-fetch'), { mode: 'no-cors' }),
    'loopback-name': () => fetch(cellar('loopback-name', 'localhost'), { mode: 'no-cors' }),
    'loopback-image': () => put('img', { src: cellar('loopback-image') }),
    'loopback-frame': () => put('iframe', { src: cellar('loopback-frame') }),
    'loopback-socket': () => new WebSocket(cellar('loopback-socket').replace('http', 'ws')),
    'loopback-beacon': () => navigator.sendBeacon(cellar('loopback-beacon'), 'x'),
    'loopback-form': () => {
      put('iframe', { name: 'sink' });
      put('form', { action: cellar('loopback-form'), method: 'post', target: 'sink' }).submit();
    },
    metadata: () => reach('metadata', 'http://169.254.169.254/latest/meta-data/'),
    'runtime-api': () =>
      reach('runtime-api', 'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next'),
    file: () => reach('file', 'file:///etc/hosts'),
    'service-worker': () =>
      navigator.serviceWorker.register('/hostile/worker.js').then(() => worked('service-worker')),
    webrtc: async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
      peer.onicecandidate = ({ candidate }) => candidate?.candidate && worked('webrtc');
      peer.createDataChannel('out');
      await peer.setLocalDescription(await peer.createOffer());
    },
    download: () =>
      put('a', { href: `/hostile/film.bin?${told('download')}`, download: 'film.zip' }).click(),
    'pop-up': () => window.open(own('pop-up')),
    'pop-up-data': () =>
      window.open(`data:text/html,${encodeURIComponent(reportsItself('pop-up-data'))}`),
    'huge-page': () => {
      const many = document.createDocumentFragment();
      for (let at = 0; at < HUGE; at += 1) many.append(document.createElement('i'));
      document.body.append(many);
    },
    'before-unload': () => addEventListener('beforeunload', (event) => event.preventDefault()),
    data: () => location.assign(`data:text/html,${encodeURIComponent(reportsItself('data'))}`),
    navigation: () => setTimeout(() => location.assign(cellar('navigation', 'localhost')), 1_000),
    dialogs: () => setTimeout(() => setInterval(() => alert('Are you still watching?'), 10), 1_500),
  };

  const chosen = only ? only.split(',') : Object.keys(tries);
  for (const name of chosen)
    Promise.resolve()
      .then(tries[name])
      .catch(() => {});
}
