export const ALARMS = '/devices/alarms'
