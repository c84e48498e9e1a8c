export { webcrypto } from 'node:crypto';
