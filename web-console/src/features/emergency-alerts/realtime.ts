import { invalidateSoon, type HandlerTable } from '@/api/realtime'

export const ALERT_TOPIC = 'emergency-alerts'

/** A run that changed renews its board and the list. */
export const emergencyAlertHandlers: HandlerTable = {
  'alert_run.changed': ({ alert_id: id }, context) => {
    if (typeof id !== 'number') return
    invalidateSoon(
      [
        { type: 'EmergencyAlerts', id },
        { type: 'EmergencyAlerts', id: 'LIST' },
      ],
      context,
    )
  },
}
