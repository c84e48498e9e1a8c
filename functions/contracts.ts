/**
 * Every function of Billhook by its group and name. The stacks, the API description, the typed
 * client and the tests read this; a function's file is `<group>/<kebab-case name>.ts`.
 */
import * as auth from './auth/contract.ts';
import * as bill from './bill/contract.ts';
import * as client from './client/contract.ts';
import * as company from './company/contract.ts';
import * as connector from './connector/contract.ts';
import * as deployment from './deployment/contract.ts';
import * as event from './event/contract.ts';
import * as gateway from './gateway/contract.ts';
import * as module from './module/contract.ts';
import * as operator from './operator/contract.ts';
import * as partner from './partner/contract.ts';
import * as payment from './payment/contract.ts';
import * as sandbox from './sandbox/contract.ts';
import * as schedule from './schedule/contract.ts';
import * as stream from './stream/contract.ts';
import * as swap from './swap/contract.ts';
import * as webhookEndpoint from './webhook-endpoint/contract.ts';
import * as workflow from './workflow/contract.ts';

/** The operations of the interface, which the gateway serves. */
export const operations = {
  auth,
  bill,
  company,
  payment,
  swap,
  client,
  partner,
  event,
  'webhook-endpoint': webhookEndpoint,
  module,
  connector: { listConnectorKeys: connector.listConnectorKeys },
  sandbox,
};

export const gatewayFunctions = gateway;
export const workflowTasks = workflow;
export const scheduledFunctions = schedule;
export const streamFunctions = stream;
export const deploymentFunctions = deployment;
/** What the operator's command line calls. */
export const operatorFunctions = operator;
/** What connectors call: beside an operation of the interface, what only the connector protocol describes. */
export const connectorFunctions = connector;

/** `createToken` → `create-token`. */
export function fileNameOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
