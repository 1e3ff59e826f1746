export { default as BrokerPanel } from './BrokerPanel'
