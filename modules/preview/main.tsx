/**
 * The preview of a partner's look (decision: readable-colors): `?partner=` names whose. Reads what
 * is public; saves where it is given a key.
 */
import type { ModuleLook } from '@billhook/core/schemas/module';
import { render } from 'preact';
import { persist } from '../kit/api.ts';
import { addLateStyles } from '../kit/look/late.ts';
import { readParameters } from '../kit/parameters.ts';
import { setOverrides } from '../kit/text.ts';
import { addFonts } from './device.tsx';
import { Preview } from './preview.tsx';
import { say, type TextKey } from './text.ts';

void show();

async function show(): Promise<void> {
  const place = document.getElementById('app');
  if (!place) return;
  const { look, notice } = await findLook(readParameters(location.search, '').partner);
  document.documentElement.className = 'tool-page';
  addLateStyles();
  addFonts({});
  setOverrides(look.texts);
  document.title = say('preview.title');
  place.textContent = '';
  render(<Preview look={look} notice={notice} />, place);
}

async function findLook(
  partner: string | undefined,
): Promise<{ readonly look: ModuleLook; readonly notice?: TextKey }> {
  if (partner === undefined) return { look: ownLook() };
  const path = `/module/look/${encodeURIComponent(partner)}`;
  const found = await persist<ModuleLook>(path, { method: 'GET' });
  if (found.ok) return { look: found.value };
  const isUnknown = found.code === 'partner_not_found' || found.code === 'invalid_request';
  return { look: ownLook(), notice: isUnknown ? 'preview.unknown' : 'preview.offline' };
}

/** Of a partner that has set nothing. */
function ownLook(): ModuleLook {
  return {
    partnerId: '',
    name: say('preview.yourApp'),
    theme: { colorScheme: 'auto' },
    texts: {},
    links: {},
    hideAttribution: false,
    origins: [],
    bridgeName: '',
  };
}
