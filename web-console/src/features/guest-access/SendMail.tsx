import { SendOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { useSendGuestKey, type GuestKey } from './api'
import styles from './guest-access.module.css'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Mails the link, and the code of the key, in the look of the site. */
export function SendMail({ guestKey: { id, state } }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const errorText = useErrorText()
  const field = useId()
  const [email, setEmail] = useState('')
  const [send, { isLoading }] = useSendGuestKey()
  if (state !== 'active' && state !== 'scheduled') return null
  const submit = async () => {
    try {
      await send({ id, body: { email } }).unwrap()
      alerts.success(t('share.mailed', { email }))
      setEmail('')
    } catch (error) {
      alerts.error(errorText(error))
    }
  }
  return (
    <form
      className={styles.mail}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={field}>{t('share.mailTo')}</label>
      <Space.Compact block>
        <Input
          id={field}
          type="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button
          htmlType="submit"
          icon={<SendOutlined />}
          disabled={!ADDRESS.test(email)}
          loading={isLoading}
        >
          {t('share.sendMail')}
        </Button>
      </Space.Compact>
    </form>
  )
}
