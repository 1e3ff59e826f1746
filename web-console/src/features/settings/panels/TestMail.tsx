import { SendOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorBody } from '@/api/errors'
import { useErrorText, useServerMessage } from '@/kit/errors'
import { Reason } from '@/kit/feedback'
import { useProfile } from '@/kit/permissions'
import { useSendTestMailMutation } from '../api'
import styles from '../settings.module.css'

/** What became of the last test mail. */
interface Said {
  tone: 'success' | 'error'
  text: string
}

/** Sends a mail by the saved settings, and says what the mail server said. */
export function TestMail({ disabled }: { disabled: string | false }) {
  const { t } = useTranslation('settings')
  const profile = useProfile()
  const errorText = useErrorText()
  const message = useServerMessage()
  const [send, { isLoading }] = useSendTestMailMutation()
  const [typed, setTyped] = useState<string>()
  const [said, setSaid] = useState<Said>()
  const email = typed ?? profile?.email ?? ''

  const test = async () => {
    setSaid(undefined)
    try {
      await send({ sendTestMailRequestInput: { email } }).unwrap()
      setSaid({ tone: 'success', text: t('test.done', { email }) })
    } catch (error) {
      const words = Object.values(errorBody(error)?.data?.fields ?? {})
      setSaid({
        tone: 'error',
        text: words.length > 0 ? words.map(message).join('; ') : errorText(error),
      })
    }
  }
  const why = disabled || (!email.includes('@') && t('test.needsAddress'))
  return (
    <section className={styles.test}>
      <h2>{t('test.title')}</h2>
      <p>{t('test.text')}</p>
      <div className={styles.testRow}>
        <Input
          type="email"
          aria-label={t('test.email')}
          value={email}
          onChange={({ target }) => setTyped(target.value)}
          onPressEnter={(event) => {
            // Enter tests; it does not save the form around.
            event.preventDefault()
            if (!why) void test()
          }}
        />
        <Reason why={why}>
          <Button
            icon={<SendOutlined />}
            disabled={Boolean(why)}
            loading={isLoading}
            onClick={() => void test()}
          >
            {t('test.send')}
          </Button>
        </Reason>
      </div>
      <div role="status">
        {said && (
          <p className={styles.said} data-tone={said.tone}>
            {said.text}
          </p>
        )}
      </div>
    </section>
  )
}
