import { testWalks } from './test-walks.ts';

testWalks(0);
