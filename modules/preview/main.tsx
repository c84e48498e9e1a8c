/** The preview of a partner's look. */
import { render } from 'preact';
import { Frame } from '../kit/shell.tsx';
import { say } from '../kit/text.ts';

const place = document.getElementById('app');
if (place) render(<Frame name="preview" title={say('app.linking')} />, place);
