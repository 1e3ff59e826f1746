export { AlertStack } from './AlertStack'
export { alerts, ALERT_TIMEOUT, LICENSE_TIMEOUT, UNDO_TIMEOUT } from './alerts'
