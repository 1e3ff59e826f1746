import { useNavigate } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useStartEmergencyAlertMutation } from './api'
import { boardOf } from './entity'

/** Begins an alert, or a drill on one device, and leads to its board. */
export function useStart() {
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [start, { isLoading }] = useStartEmergencyAlertMutation()
  const begin = async (id: number, drillDeviceId = 0) => {
    try {
      const run = await start({ id, body: { drill_device_id: drillDeviceId } }).unwrap()
      void navigate(boardOf(id, run.id))
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return [begin, isLoading] as const
}
