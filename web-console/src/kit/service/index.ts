export { Figures, type Figure } from './Figures'
export { ServiceCard, type ServiceState } from './ServiceCard'
