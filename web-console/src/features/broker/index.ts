/** Behind a function, so that whoever only names it loads none of it. */
export const loadBrokerPanel = () => import('./BrokerPanel')
