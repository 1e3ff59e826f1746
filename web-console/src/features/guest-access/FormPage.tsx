import { ShareAltOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { RelativeTime } from '@/kit/time'
import type { GuestKey } from './api'
import styles from './guest-access.module.css'
import { KeyState, TimeLeft, Visits } from './KeyState'
import { guestKeys } from './resource'
import { guestKeySchema } from './schema'
import { sharedId, shareDialog } from './share'
import { ShareDialog } from './ShareDialog'
import { useStop } from './useStop'
import { Wizard } from './Wizard'

const paths = pathsOf(guestKeys)

/** A guest key: new, in one screen, or edited. */
export default function GuestKeyFormPage() {
  const { id } = useParams()
  return <GuestKeyForm key={id ?? 'new'} id={id ? Number(id) : undefined} />
}

function GuestKeyForm({ id }: { id: number | undefined }) {
  const { t } = useTranslation(['guest-access', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const { isOwn } = useStop()
  const [made, setMade] = useState<number>()
  const control = useResourceForm(guestKeys, id, {
    onSaved: (saved) => {
      alerts.success(t('saved', { name: saved.name }))
      if (id === undefined) setMade(saved.id)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  // Once the form is drawn as saved: until then its guard would keep the page.
  const { isDirty } = control.form.formState
  useEffect(() => {
    if (made !== undefined && !isDirty) {
      void navigate(`${paths.list}?dialog=${shareDialog(made)}`)
    }
  }, [made, isDirty, navigate])
  const mayEdit = meets(id === undefined ? guestKeys.can.create : guestKeys.can.update)
  const readOnly =
    (!mayEdit && t('common:noRight')) ||
    (row !== undefined && !isOwn(row) && t('notOwn')) ||
    (row?.revoked_at !== undefined && row.revoked_at !== null && t('stop.readOnly'))
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      note={control.isNew ? t('newNote') : undefined}
      backTo={paths.list}
      disabled={readOnly}
      actions={row && <Actions guestKey={row} />}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(guestKeySchema.shape),
          content: (
            <>
              {row && <Facts guestKey={row} />}
              <Wizard readOnly={readOnly} guestKey={row} />
            </>
          ),
        },
      ]}
    />
  )
}

function Facts({ guestKey }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  return (
    <p className={styles.facts}>
      <KeyState guestKey={guestKey} />
      <span>
        <TimeLeft guestKey={guestKey} />
      </span>
      <span>
        {t('fields.visits')}: <Visits guestKey={guestKey} />
      </span>
      <span>
        {t('fields.lastUse')}:{' '}
        {guestKey.last_used_at === null ? (
          t('neverUsed')
        ) : (
          <RelativeTime value={guestKey.last_used_at} />
        )}
      </span>
    </p>
  )
}

function Actions({ guestKey }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const [params, setParams] = useSearchParams()
  const { stop, isOwn, whyNot } = useStop()
  const shown = sharedId(params.get('dialog') ?? '')
  const setDialog = (dialog: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (dialog) next.set('dialog', dialog)
        else next.delete('dialog')
        return next
      },
      { replace: dialog === '' },
    )
  return (
    <>
      {whyNot(guestKey) === false && (
        <Button danger icon={<StopOutlined />} onClick={() => stop([guestKey])}>
          {t('stop.action')}
        </Button>
      )}
      {isOwn(guestKey) && (
        <Button
          type="primary"
          icon={<ShareAltOutlined />}
          onClick={() => setDialog(shareDialog(guestKey.id))}
        >
          {t('share.action')}
        </Button>
      )}
      <ShareDialog id={shown} onClose={() => setDialog('')} />
    </>
  )
}
