export { loadIpBlockingPanel } from './loadIpBlockingPanel'
