export { AxxonPicker, type AxxonItem } from './AxxonPicker'
export { IntegrationsPanel } from './IntegrationsPanel'
export { integrations } from './resource'
