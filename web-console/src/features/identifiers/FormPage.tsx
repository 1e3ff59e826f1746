import { QrcodeOutlined, SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Ref } from '@/api/types'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { DeliveryProof } from '@/features/devices'
import { users } from '@/features/users'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { FormPage, useResourceForm } from '@/kit/form'
import { LinkButton } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { ExactTime } from '@/kit/time'
import { Loading } from '@/kit/feedback'
import type { Identifier } from './api'
import { IdentifierFields } from './IdentifierFields'
import styles from './identifiers.module.css'
import { PhotoPanel } from './PhotoPanel'
import { identifiersWithForm } from './resourceWithForm'
import { identifiers } from './resource'
import { identifierSchema } from './schema'
import { useRevocation } from './useRevocation'

const QrDialog = lazy(() => import('./QrDialog'))
const paths = pathsOf(identifiers)

/** An identifier: new (for `?owner=`), or edited. */
export default function IdentifierFormPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const ownerId = Number(params.get('owner')) || undefined
  const owner = users.api.useGet(ownerId ?? 0, { skip: ownerId === undefined })
  if (owner.isLoading) return <Loading />
  return <IdentifierForm key={id ?? 'new'} id={id ? Number(id) : undefined} owner={owner.data} />
}

function IdentifierForm({ id, owner }: { id: number | undefined; owner: Ref | undefined }) {
  const { t } = useTranslation(['identifiers', 'common'])
  const navigate = useNavigate()
  const { meets } = useCan()
  const errorText = useErrorText()
  const backTo = owner ? pathsOf(users).of(owner.id) : paths.list
  const control = useResourceForm(identifiersWithForm, id, {
    initial: owner && { owner: { id: owner.id, name: owner.name }, name: owner.name },
    onSaved: (saved) => {
      alerts.success(t('saved', { name: saved.name }))
      // A new face needs its photo next.
      if (id === undefined) void navigate(saved.type === 'face' ? paths.edit(saved.id) : backTo)
    },
    onFailed: (error) => alerts.error(errorText(error)),
  })
  const { row } = control
  const mayEdit = meets(id === undefined ? identifiers.can.create : identifiers.can.update)
  // Keys of the mobile application are revoked with a right of their own.
  const mayEnd = row?.type !== 'ukey2' || meets({ any: ['can_revoke_ukey2'] })
  const isRevoked = Boolean(row?.revoked_at)
  const readOnly = (!mayEdit && t('common:noRight')) || (isRevoked && t('revocation.readOnly'))
  return (
    <FormPage
      control={control}
      title={control.isNew ? t('new') : (row?.name ?? t('title'))}
      backTo={backTo}
      disabled={readOnly}
      actions={row && <Actions identifier={row} mayRevoke={mayEdit && mayEnd && !isRevoked} />}
      tabs={[
        {
          key: 'general',
          label: t('general'),
          fields: Object.keys(identifierSchema.shape),
          content: (
            <>
              {row && isRevoked && (
                <p className={styles.revoked}>
                  <StopOutlined aria-hidden />
                  <span>
                    {t('revocation.since')} <ExactTime value={row.revoked_at} />
                  </span>
                </p>
              )}
              {row?.type === 'face' && <PhotoPanel identifier={row} readOnly={readOnly} />}
              {row && <DeliveryProof linkId={row.link_id} revokedAt={row.revoked_at} />}
              <IdentifierFields readOnly={readOnly} isRevoked={isRevoked} />
            </>
          ),
        },
      ]}
    />
  )
}

function Actions({ identifier, mayRevoke }: { identifier: Identifier; mayRevoke: boolean }) {
  const { t } = useTranslation('identifiers')
  const { meets } = useCan()
  const { revokeIdentifier, isRevoking } = useRevocation()
  const [isQrOpen, setQrOpen] = useState(false)
  return (
    <>
      {identifier.type === 'qr' && (
        <Button icon={<QrcodeOutlined />} onClick={() => setQrOpen(true)}>
          {t('qr.action')}
        </Button>
      )}
      {isQrOpen && (
        <Suspense>
          <QrDialog id={identifier.id} onClose={() => setQrOpen(false)} />
        </Suspense>
      )}
      {meets(accessCheckScreen.need) && (
        <LinkButton
          icon={<SafetyCertificateOutlined aria-hidden />}
          to={accessCheckPath({ identifierId: identifier.id })}
        >
          {t('explain')}
        </LinkButton>
      )}
      {mayRevoke && (
        <Button
          danger
          icon={<StopOutlined />}
          loading={isRevoking}
          onClick={() => void revokeIdentifier(identifier)}
        >
          {t('revocation.action')}
        </Button>
      )}
    </>
  )
}
