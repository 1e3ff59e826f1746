import { useTranslation } from 'react-i18next'
import type { EmergencyAlert } from './api'
import { clock } from './board'

/** What an alert does, in sentences. */
export function useWhatHappens() {
  const { t } = useTranslation('emergency-alerts')
  return (alert: EmergencyAlert): string[] => {
    const lines: string[] = []
    if (alert.file) {
      const devices = t(`options.deviceTypes.${alert.device_type ?? 'monitor'}`)
      lines.push(t('does.sound', { devices, time: clock(alert.playback_duration) }))
    }
    if (alert.door_mode === 'lockdown') {
      lines.push(t('does.lockdown', { time: clock(alert.door_duration) }))
      if (alert.pass_domains.length > 0) {
        const groups = alert.pass_domains.map(({ name }) => name).join(', ')
        lines.push(t('does.pass', { groups }))
      }
      lines.push(t('does.exits'))
    }
    if (alert.door_mode === 'unlock')
      lines.push(t('does.unlock', { time: clock(alert.door_duration) }))
    else if (alert.open_locks) lines.push(t('does.locks'))
    const where = [...alert.domains, ...alert.devices].map(({ name }) => name).join(', ')
    if (where) lines.push(t('does.where', { where }))
    return lines
  }
}
