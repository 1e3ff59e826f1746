/** Behind a function, so that whoever only names it loads none of it. */
export const loadIntegrationsPanel = async () => ({
  default: (await import('./IntegrationsPanel')).IntegrationsPanel,
})
