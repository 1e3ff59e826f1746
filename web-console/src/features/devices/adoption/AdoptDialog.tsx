import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '@/kit/feedback'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { AdoptionPlan } from './AdoptionPlan'
import { useAdoptDeviceMutation, type DeviceAdoption } from './api'
import styles from './adoption.module.css'

interface Props {
  device: { id: number; name: string }
  onClose: () => void
}

/** What the device holds is read and shown as it would be taken over; then it is. */
export default function AdoptDialog({ device, onClose }: Props) {
  const { t } = useTranslation('devices')
  const errorText = useErrorText()
  const [adopt, { isLoading }] = useAdoptDeviceMutation()
  const [plan, setPlan] = useState<DeviceAdoption>()
  const [refused, setRefused] = useState('')
  const { id, name } = device

  const call = async (planHash: string) => {
    const result = await adopt({ id, body: { plan_hash: planHash } })
    setRefused(result.error ? errorText(result.error) : '')
    return result.data
  }
  const look = async () => {
    setPlan(undefined)
    setPlan(await call(''))
  }
  useEffect(() => {
    void look()
    // Once for each opening.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const run = async () => {
    if (!plan) return look()
    const done = await call(plan.plan_hash)
    // The panel or the project holds something else by now: the new plan is to be looked at.
    if (!done) return setPlan(undefined)
    alerts.success(t('adoption.done', { name }))
    onClose()
  }
  return (
    <Modal
      open
      width={760}
      title={t('adoption.title', { name })}
      okText={plan ? t('adoption.action') : t('adoption.again')}
      okButtonProps={{ loading: isLoading }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p className={styles.soft}>{t('adoption.text')}</p>
      {refused && (
        <p className={styles.bad} role="alert">
          {refused}
        </p>
      )}
      {!plan && !refused && <Loading />}
      {plan && <AdoptionPlan adoption={plan} />}
    </Modal>
  )
}
