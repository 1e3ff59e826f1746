import { Alert, Button, Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/kit/errors'
import { useDateFormat } from '@/kit/time'
import { useFindUnclaimedDeviceMutation, type UnclaimedDevice } from './api'
import styles from './SearchPage.module.css'

/** For a platform that cannot reach the network of a site: the device calls, and is taken in by who knows it. */
export function Unclaimed() {
  const { t } = useTranslation('device-search')
  const id = useId()
  const errorText = useErrorText()
  const format = useDateFormat()
  const [find, { isLoading }] = useFindUnclaimedDeviceMutation()
  const [serial, setSerial] = useState('')
  const [password, setPassword] = useState('')
  const [found, setFound] = useState<UnclaimedDevice>()
  const [failure, setFailure] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFound(undefined)
    setFailure(undefined)
    try {
      const body = { serial_number: serial.trim(), password }
      setFound(await find({ findUnclaimedDeviceRequestInput: body }).unwrap())
    } catch (error) {
      const isUnknown = (error as { status?: unknown }).status === 404
      setFailure(isUnknown ? t('unclaimed.none') : errorText(error))
    }
  }
  return (
    <form
      className={styles.step}
      onSubmit={(event) => void submit(event)}
      aria-label={t('unclaimed.title')}
    >
      <h2>{t('unclaimed.title')}</h2>
      <p className={styles.hint}>{t('unclaimed.text')}</p>
      <div className={styles.range}>
        <div className={styles.field}>
          <label htmlFor={`${id}-serial`}>{t('unclaimed.serial')}</label>
          <Input
            id={`${id}-serial`}
            className="mono"
            autoComplete="off"
            maxLength={64}
            value={serial}
            onChange={(event) => setSerial(event.target.value)}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-password`}>{t('unclaimed.password')}</label>
          <Input.Password
            id={`${id}-password`}
            autoComplete="new-password"
            maxLength={64}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
        <Button htmlType="submit" loading={isLoading} disabled={!serial.trim() || !password}>
          {t('unclaimed.find')}
        </Button>
      </div>
      <div aria-live="polite">
        {failure && <Alert type="warning" showIcon title={failure} />}
        {found && (
          <Alert
            type="success"
            showIcon
            title={t('unclaimed.found', {
              address: found.address,
              time: found.seen_at ? format.exact(found.seen_at) : '',
            })}
            description={t('unclaimed.next')}
          />
        )}
      </div>
    </form>
  )
}
