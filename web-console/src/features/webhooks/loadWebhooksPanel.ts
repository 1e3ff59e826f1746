/** Behind a function, so that whoever only names it loads none of it. */
export const loadWebhooksPanel = async () => ({
  default: (await import('./WebhooksPanel')).WebhooksPanel,
})
