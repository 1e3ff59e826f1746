export { SipServiceSection } from './SipServiceSection'
export { sipServiceHandlers } from './realtime'
