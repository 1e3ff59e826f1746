export { AxxonPicker, type AxxonItem } from './AxxonPicker'
export { IntegrationsPanel } from './IntegrationsPanel'
export { integrationsEntity } from './entity'
export { integrations } from './resource'

/** Behind a function, so that whoever only names it loads none of it. */
export const loadIntegrationsPanel = async () => ({
  default: (await import('./IntegrationsPanel')).IntegrationsPanel,
})
