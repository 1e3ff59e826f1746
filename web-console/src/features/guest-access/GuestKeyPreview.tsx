import { ShareAltOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Details } from '@/kit/details'
import { refName } from '@/kit/refName'
import { ExactTime, RelativeTime } from '@/kit/time'
import { useGuestKey, type GuestKey } from './api'
import { KeyState, TimeLeft, Visits } from './KeyState'
import { KindTag } from './KindTag'
import { ShareDialog } from './ShareDialog'
import { useStop } from './useStop'

/** A key in the drawer. The list tells neither its message nor its link, so they are asked for. */
export function GuestKeyPreview({ guestKey }: { guestKey: GuestKey }) {
  const { t } = useTranslation('guest-access')
  const { isOwn } = useStop()
  const { data: whole } = useGuestKey(guestKey.id)
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      {isOwn(guestKey) && (
        <p style={{ marginBottom: 14 }}>
          <Button icon={<ShareAltOutlined />} onClick={() => setSharing(true)}>
            {t('share.action')}
          </Button>
        </p>
      )}
      <Details
        rows={[
          [t('fields.state'), <KeyState key="state" guestKey={guestKey} />],
          [t('fields.left'), <TimeLeft key="left" guestKey={guestKey} />],
          [t('fields.from'), <ExactTime key="from" value={guestKey.period_restrict_from} />],
          [t('fields.to'), <ExactTime key="to" value={guestKey.period_restrict_to} />],
          [t('fields.visits'), <Visits key="visits" guestKey={guestKey} />],
          [t('fields.lastUse'), <RelativeTime key="use" value={guestKey.last_used_at} />],
          [t('fields.kind'), <KindTag key="kind" kind={guestKey.kind} />],
          [t('fields.doors'), guestKey.access_rules.map(({ name }) => name).join(', ')],
          [t('fields.giver'), guestKey.owner?.name],
          [t('fields.message'), whole?.message],
          [t('fields.group'), guestKey.domain && refName(guestKey.domain)],
          [t('fields.created'), <RelativeTime key="created" value={guestKey.created_at} />],
          [t('fields.createdBy'), guestKey.created_by_user?.name],
        ]}
      />
      <ShareDialog id={isSharing ? guestKey.id : undefined} onClose={() => setSharing(false)} />
    </>
  )
}
