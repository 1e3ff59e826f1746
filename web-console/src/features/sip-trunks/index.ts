export { sipTrunksEntity } from './entity'
export { sipTrunks } from './resource'
export type { SipTrunk } from './api'
