export { IpBlockingPanel } from './IpBlockingPanel'
