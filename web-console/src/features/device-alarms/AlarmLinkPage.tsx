import { Navigate, useParams } from 'react-router'
import { ErrorState, Loading } from '@/kit/feedback'
import { useAlarm } from './api'
import { ALARMS } from './path'

/** The address of one alarm, in notifications and elsewhere: leads to it on the desk, or among the processed. */
export default function AlarmLinkPage() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useAlarm(id)
  if (data) {
    const tab = data.state === 'processed' ? 'tab=processed&' : ''
    return <Navigate replace to={`${ALARMS}?${tab}preview=${id}`} />
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} backTo={ALARMS} />
  return <Loading />
}
