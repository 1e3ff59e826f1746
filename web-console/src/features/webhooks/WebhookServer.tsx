import { KeyOutlined, SendOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { Reason, useConfirm } from '@/kit/feedback'
import { ExactTime, useNow } from '@/kit/time'
import { useRotateWebhookSecretMutation, useTestWebhookMutation, type Webhook } from './api'
import { ShownSecret } from './ShownSecret'
import { failureOf } from './state'
import { useFailureText } from './useFailureText'
import styles from './webhooks.module.css'

interface Props {
  webhook: Webhook
  /** Why nothing may be changed. */
  why: string | false
}

/** The server tried out, and the secret by which it knows the platform. */
export function WebhookServer({ webhook, why }: Props) {
  return (
    <div className={styles.sections}>
      <Trial webhook={webhook} why={why} />
      <Secret webhook={webhook} why={why} />
    </div>
  )
}

function Trial({ webhook, why }: Props) {
  const { t } = useTranslation('webhooks')
  const errorText = useErrorText()
  const failureText = useFailureText()
  const [test, { data, isLoading }] = useTestWebhookMutation()
  const run = async () => {
    const { error } = await test({ id: webhook.id, body: {} })
    if (error) alerts.error(errorText(error))
  }
  const isGood = data !== undefined && data.status >= 200 && data.status < 300
  const failure = data && failureOf({ error: data.error || 'status', status: data.status })
  return (
    <section className={styles.section}>
      <h2>{t('server.trial')}</h2>
      <p className={styles.soft}>{t('server.trialText')}</p>
      <Reason why={why}>
        <Button
          icon={<SendOutlined />}
          loading={isLoading}
          disabled={Boolean(why)}
          onClick={() => void run()}
        >
          {t('server.try')}
        </Button>
      </Reason>
      {data && (
        <Alert
          type={isGood ? 'success' : 'error'}
          showIcon
          role="status"
          title={
            isGood
              ? t('server.good', { status: data.status, count: data.duration })
              : failure && failureText(failure)
          }
          description={data.answer && <pre className={styles.answer}>{data.answer}</pre>}
        />
      )}
    </section>
  )
}

function Secret({ webhook, why }: Props) {
  const { t } = useTranslation('webhooks')
  const errorText = useErrorText()
  const confirm = useConfirm()
  const [rotate, { isLoading }] = useRotateWebhookSecretMutation()
  const [secret, setSecret] = useState('')
  const now = useNow()
  const { id, previous_secret_until: until } = webhook
  const change = async () => {
    const question = {
      title: t('secret.ask'),
      text: t('secret.askText'),
      action: t('secret.rotate'),
    }
    if (!(await confirm(question))) return
    const { data, error } = await rotate({ id, body: {} })
    if (error) alerts.error(errorText(error))
    else setSecret(data.secret)
  }
  const isRotating = Boolean(until && new Date(until) > now)
  return (
    <section className={styles.section}>
      <h2>{t('secret.title')}</h2>
      <p className={styles.soft}>{t('secret.text')}</p>
      {isRotating && (
        <p>
          {t('secret.both')} <ExactTime value={until} />
        </p>
      )}
      <Reason why={why}>
        <Button
          icon={<KeyOutlined />}
          loading={isLoading}
          disabled={Boolean(why)}
          onClick={() => void change()}
        >
          {t('secret.rotate')}
        </Button>
      </Reason>
      {secret && <ShownSecret secret={secret} onClose={() => setSecret('')} />}
    </section>
  )
}
