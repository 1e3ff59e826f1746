import { Button, Checkbox, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { ErrorState, Loading } from '@/kit/feedback'
import { useCan, useLack } from '@/kit/permissions'
import { useUpdateUserLicenseMutation, useUserLicense, type UserLicense } from './api'
import styles from './licenses.module.css'
import { EDIT_OWN, EDIT_USER } from './needs'
import { useLicenseWords } from './useLicenseWords'

const KINDS = ['sip', 'mobile_app', 'ukey2'] as const

/** What a user may have of the licences: features, and how many of each kind. */
export default function UserLicensePanel({ id }: { id: number }) {
  const { data, error, refetch } = useUserLicense(id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <Form key={id} id={id} saved={data} />
}

function Form({ id, saved }: { id: number; saved: UserLicense }) {
  const { t } = useTranslation('licenses')
  const { kindOf, featureOf } = useLicenseWords()
  const field = useId()
  const errorText = useErrorText()
  const { profile, meets } = useCan()
  const isOwn = profile?.id === id && !meets(EDIT_OWN)
  const readOnly = useLack()(EDIT_USER) || (isOwn && t('user.own'))
  const [draft, setDraft] = useState<Partial<UserLicense>>({})
  const [update, { isLoading }] = useUpdateUserLicenseMutation()
  const license = { ...saved, ...draft }
  const counts = license.counts ?? { sip: null, mobile_app: null, ukey2: null }
  const save = async () => {
    const result = await update({ id, userLicenseInput: draft })
    if (result.error) {
      alerts.error(errorText(result.error))
      return
    }
    setDraft({})
    alerts.success(t('user.saved', { name: saved.user?.name ?? '' }))
  }
  return (
    <div className={styles.form}>
      <p className={styles.soft}>{t('user.note')}</p>
      {readOnly && <p className={styles.soft}>{readOnly}</p>}
      <div className={styles.counts}>
        {KINDS.map((kind) => {
          const most = saved.per_user?.[kind] ?? null
          return (
            <label key={kind} htmlFor={`${field}-${kind}`}>
              <span>{kindOf(kind)}</span>
              <InputNumber
                id={`${field}-${kind}`}
                min={0}
                max={most ?? 1_000_000_000}
                precision={0}
                disabled={Boolean(readOnly)}
                value={counts[kind]}
                placeholder={most === null ? t('unlimited') : t('user.most', { most })}
                onChange={(value) => setDraft({ ...draft, counts: { ...counts, [kind]: value } })}
              />
            </label>
          )
        })}
      </div>
      <div role="group" aria-label={t('features')}>
        <h3>{t('features')}</h3>
        <Checkbox.Group
          className={styles.features}
          disabled={Boolean(readOnly)}
          value={license.features}
          options={saved.available_features.map((name) => ({
            value: name,
            label: featureOf(name),
          }))}
          onChange={(features) => setDraft({ ...draft, features })}
        />
      </div>
      <div className={styles.actions}>
        <Button
          type="primary"
          disabled={Object.keys(draft).length === 0}
          loading={isLoading}
          onClick={() => void save()}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
