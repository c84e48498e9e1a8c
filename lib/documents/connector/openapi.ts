/** The OpenAPI description of the connector protocol: `openapi.json` of the connector kit. */
import {
  type OperationName,
  operationNames,
  operations,
  REPORT_PATH,
  type StatefulName,
  type WireOperation,
} from '@billhook/connector-kit/protocol/operations';
import { problems } from '@billhook/connector-kit/protocol/problems';
import { connectorSchemas, partName } from './schemas.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const signatureHeaders = [
  ['Billhook-Protocol', '`1`.'],
  ['Billhook-Connector', 'The id of the connector.'],
  ['Billhook-Operation', 'The id of the operation.'],
  ['Content-Digest', 'The SHA-256 of the body (RFC 9530).'],
  ['Signature-Input', 'What the signature covers (RFC 9421).'],
  ['Signature', 'The signature.'],
] as const;

export function describeConnector(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of operationNames) {
    const { path, method } = operations[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Billhook connector protocol 1',
      version,
      description:
        'What a connector serves to Billhook. docs/connect/connector-protocol.md has what this can’t say: signatures, secrets, and what must hold.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    webhooks: { report: { post: report } },
    components: { schemas: connectorSchemas(), headers: responseHeaders, parameters },
  };
}

function describe(name: OperationName): object {
  const declared: WireOperation = operations[name];
  const isSigned = name !== 'manifest';
  return {
    operationId: name,
    summary: declared.summary,
    parameters: [
      ...pathParameters(declared.path),
      ...queryParameters(declared.query ?? {}),
      ...(isSigned
        ? Object.keys(parameters).map((key) => ({ $ref: `#/components/parameters/${key}` }))
        : []),
    ],
    ...(declared.request && {
      requestBody: { required: true, content: json(ref(partName(name, 'request'))) },
    }),
    ...(declared.secrets && { 'x-secrets': ref(partName(name, 'secrets')) }),
    responses: { ...success(name, declared), ...(isSigned && failures) },
  };
}

function success(name: OperationName, { response, result }: WireOperation) {
  if (response) return { 200: answer('What was asked for.', ref(partName(name, 'response'))) };
  const state = result ? stateOf(name as StatefulName) : ref('State');
  return {
    200: answer('It is done.', state),
    202: answer('It is running.', ref('State')),
  };
}

/** The state whose result is one of this operation. */
function stateOf(name: StatefulName): object {
  const result = { properties: { result: ref(partName(name, 'result')) } };
  return { allOf: [ref('State'), result] };
}

function answer(description: string, schema: object) {
  return { description, headers: headerRefs(), content: json(schema) };
}

const responseHeaders = Object.fromEntries(
  signatureHeaders.map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]),
);

const parameters = Object.fromEntries(
  signatureHeaders.map(([name, description]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
);

function headerRefs() {
  return Object.fromEntries(
    signatureHeaders.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const statuses = [...new Set(Object.values(problems).map(({ status }) => status))];

const failures = Object.fromEntries(
  statuses.map((status) => {
    const codes = Object.entries(problems).filter(([, problem]) => problem.status === status);
    const description = codes.map(([code, { title }]) => `\`${code}\`: ${title}`).join(' ');
    const content = { 'application/problem+json': { schema: ref('Problem') } };
    return [status, { description, content }];
  }),
);

const report = {
  operationId: 'report',
  summary: `A connector sends the state of an operation to \`${REPORT_PATH}\` below the caller’s address.`,
  parameters: Object.keys(parameters).map((key) => ({ $ref: `#/components/parameters/${key}` })),
  requestBody: { required: true, content: json(ref('State')) },
  responses: {
    204: { description: 'It was taken.' },
    404: { description: 'There is no such operation of this connector.' },
  },
};

function json(schema: object) {
  return { 'application/json': { schema } };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name === 'submission' ? 'integer' : 'string' },
  }));
}

function queryParameters(query: Readonly<Record<string, string>>) {
  return Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    required: name === 'day',
    description,
    schema: { type: 'string' },
  }));
}
