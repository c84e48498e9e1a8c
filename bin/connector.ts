/** The repository's own `billhook-connector`: what the kit has, and what a company's file takes. */
import { main as ofKit } from '../connectors/kit/src/cli.ts';

const args = process.argv.slice(2);
const say = (text: string) => void process.stdout.write(text);
const ofBrowser = ['record', 'check', 'look'];

if (ofBrowser.includes(args[0] ?? '')) {
  // It needs a browser's package, which `create` and `verify` don't.
  const { main } = await import('../connectors/browser/recording/command.ts');
  process.exitCode = await main(args, say);
} else {
  if (args.includes('--help') || args.length === 0)
    say('record, check and look are for companies that a browser reaches: see record --help.\n\n');
  process.exitCode = await ofKit(args, say);
}
