import { checkUrl, unsafeAddress } from '@billhook/core/base/address-safety';
import { describe, expect, test } from 'vitest';

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700::1111',
  '2A00:1450::1',
  '3ffe:ffff::1',
];

const refusedAddresses = [
  // This network, loopback, private, shared, link-local
  '0.0.0.0',
  '0.255.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.0.0',
  '192.168.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  // Protocol assignments, documentation, benchmarking, 6to4 relays
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.255',
  '198.18.0.0',
  '198.19.255.255',
  '192.88.99.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  // Multicast, reserved, broadcast
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, link-local, site-local, unique local, multicast
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fe80::1',
  'febf:ffff::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  'ff0e::1',
  // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::FFFF:10.0.0.1',
  '0:0:0:0:0:ffff:169.254.169.254',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::10.0.0.1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '2002:808:808::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fe80::5efe:7f00:1',
  // Documentation, benchmarking, ORCHID, discard, segment routing, not assigned
  '2001:db8::1',
  '3fff::1',
  '3fff:fff::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2620:4f:8000::1',
  '100::1',
  '5f00::1',
  '4000::1',
  'e000::1',
  // No address at all
  '',
  'localhost',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '08.8.8.8',
  '8.8.8',
  '8.8.8.8.8',
  '8.8.8.256',
  '8.8.8.-1',
  '8.8.8.8 ',
  'fe80::1%eth0',
  '2606:4700::1111%1',
  '2606:4700:::1',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '2606::4700::1',
  '2606:47000::1',
  '[2606:4700::1111]',
];

describe('an address', () => {
  test.each(publicAddresses)('%s is public', (address) => {
    expect(unsafeAddress(address)).toBeUndefined();
  });

  test.each(refusedAddresses)('%j is refused', (address) => {
    expect(unsafeAddress(address)).toBeDefined();
  });

  test('is loopback only when it is', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1']) {
      expect(unsafeAddress(address)).toBe('loopback');
    }
    for (const address of ['10.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1']) {
      expect(unsafeAddress(address)).toBe('not-public');
    }
  });
});

describe('a URL', () => {
  const refused = [
    ['', 'malformed'],
    ['keys.example', 'malformed'],
    ['https://', 'malformed'],
    ['https://keys.example/\n', 'malformed'],
    ['https://keys.example/a b', 'malformed'],
    ['https:\\\\keys.example', 'malformed'],
    ['https://ключ.example/', undefined],
    ['https://münchen.example/hooks?a=b', undefined],
    ['https://例え.テスト/', undefined],
    ['https://keys.example/ключ', 'malformed'],
    ['https://keys.example。evil.example/', 'malformed'],
    ['https://keys.example\uff0fevil.example/', 'malformed'],
    ['https://a\uff20keys.example/', 'malformed'],
    ['https://ke\u202eys.example/', 'malformed'],
    ['https://ke\u200bys.example/', 'malformed'],
    ['https://\uff11\uff12\uff17.0.0.1/', 'not-public'],
    ['https://\u2081\u2080.0.0.1/', 'not-public'],
    ['https://ｌｏｃａｌｈｏｓｔ/', 'not-public'],
    ['https://169.254.169.254%ⅰ/', 'malformed'],
    ['https://999.1.1.1/', 'malformed'],
    [`https://keys.example/${'a'.repeat(2048)}`, 'malformed'],
    ['http://keys.example/', 'not-https'],
    ['ftp://keys.example/', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['data:application/json,{}', 'not-https'],
    ['https://user@keys.example/', 'has-credentials'],
    ['https://user:password@keys.example/', 'has-credentials'],
    ['https://:password@keys.example/', 'has-credentials'],
    ['https://keys.example:22/', 'port-refused'],
    ['https://keys.example:80/', 'port-refused'],
    ['https://keys.example:1023/', 'port-refused'],
    ['https://keys.example:0/', 'port-refused'],
    ['https://localhost/', 'not-public'],
    ['https://LOCALHOST/', 'not-public'],
    ['https://localhost./', 'not-public'],
    ['https://a.localhost/', 'not-public'],
    ['https://intranet/', 'not-public'],
    ['https://printer.local/', 'not-public'],
    ['https://metadata.google.internal/', 'not-public'],
    ['https://router.home.arpa/', 'not-public'],
    ['https://127.0.0.1/', 'not-public'],
    ['https://127.0.0.1./', 'not-public'],
    ['https://127.1/', 'not-public'],
    ['https://2130706433/', 'not-public'],
    ['https://0x7f000001/', 'not-public'],
    ['https://0x7f.1/', 'not-public'],
    ['https://017700000001/', 'not-public'],
    ['https://0177.0.0.1/', 'not-public'],
    ['https://0/', 'not-public'],
    ['https://%31%32%37.0.0.1/', 'not-public'],
    ['https://169.254.169.254/latest/meta-data/', 'not-public'],
    ['https://2852039166/', 'not-public'],
    ['https://10.0.0.1:8443/', 'not-public'],
    ['https://[::1]/', 'not-public'],
    ['https://[::]/', 'not-public'],
    ['https://[::ffff:127.0.0.1]/', 'not-public'],
    ['https://[::ffff:8.8.8.8]/', 'not-public'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'not-public'],
    ['https://[fd00:ec2::254]/', 'not-public'],
    ['https://[2002:a00:1::]/', 'not-public'],
  ] as const;

  test.each(refused)('%j is refused as %s', (url, problem) => {
    expect(checkUrl(url, false)).toBe(problem);
  });

  test.each([
    'https://keys.example/jwks.json',
    'https://keys.example:443/',
    'https://keys.example:1024/',
    'https://keys.example:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('%s may be asked', (url) => {
    expect(checkUrl(url, false)).toBeUndefined();
  });

  test.each(['http://localhost:3000/', 'http://127.0.0.1:81/', 'https://[::1]/'])(
    '%s may be asked on a developer’s own machine alone',
    (url) => {
      expect(checkUrl(url, true)).toBeUndefined();
      expect(checkUrl(url, false)).toBeDefined();
    },
  );

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
    'http://user@localhost/',
    'ftp://localhost/',
  ])('%s may not even there', (url) => {
    expect(checkUrl(url, true)).toBeDefined();
  });
});
