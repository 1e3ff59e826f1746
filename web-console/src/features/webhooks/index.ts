export { webhooksEntity } from './entity'
export { loadWebhooksPanel } from './loadWebhooksPanel'
export { webhooks } from './resource'
