import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alarmGuideNames, alarmGuides } from '../../../lib/constructs/alarm-guides.ts';
import { alarmsDocument } from '../../../lib/documents/alarms.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Found, resourcesOf } from './synthesis.ts';
import { ownDomains, type VariantName } from './variants.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operate/alarms.md'), 'utf8');

const alarmsOf = (variant: VariantName) => resourcesOf(variant, 'AWS::CloudWatch::Alarm');
const saidBy = ({ id, Properties }: Found) => ({ id, description: Properties.AlarmDescription });
const topicsOf = (actions: unknown) =>
  JSON.stringify(actions).match(/(?:Daytime)?Alarms(?=[0-9A-F]{8}|")/g);

test('The page of alarms has every alarm of a sandbox, as `npm run docs` writes it', () => {
  expect(page).toBe(alarmsDocument(alarmsOf('sandbox').map(saidBy)));
});

test('Each section of the page of alarms has an alarm', () => {
  for (const section of page.split('\n## ').slice(1)) expect(section).toMatch(/\|---\|---\|\n\| `/);
});

describe.each(stages)('Each alarm of %s', (stage) => {
  test.each(alarmsOf(stage))(
    '$part $id links to its section, in the words of the page',
    (alarm) => {
      const { description } = saidBy(alarm);
      const [, guide] = / See docs\/operate\/alarms\.md#([\w-]+)$/.exec(description) ?? [];
      expect(alarmGuideNames).toContain(guide);
      const [says = ''] = description
        .replace(/^\S+\/\S+ (?:fails|has not .*? minutes)\. /, '')
        .split(' See docs/');
      expect(page).toContain(says);
    },
  );

  test.each(alarmsOf(stage))(
    '$part $id tells the topic of its severity when it is raised and over',
    (alarm) => {
      const { AlarmActions, OKActions, AlarmDescription } = alarm.Properties;
      const guide = AlarmDescription.split('#').at(-1) as keyof typeof alarmGuides;
      const topic = alarmGuides[guide].severity === 'urgent' ? 'Alarms' : 'DaytimeAlarms';
      expect(topicsOf(AlarmActions)).toEqual([topic]);
      expect(OKActions).toEqual(AlarmActions);
    },
  );
});

test('Alarms link to the operator’s own page, within what a description may hold', () => {
  for (const { id, Properties } of alarmsOf('production with a domain')) {
    expect(Properties.AlarmDescription, id).toContain(` See ${ownDomains.runbookUrl}#`);
    const longest = Properties.AlarmDescription.length - ownDomains.runbookUrl.length + 300;
    expect(longest, id).toBeLessThanOrEqual(1_024);
  }
});
