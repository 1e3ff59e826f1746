import { EditOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { StatusTag } from '@/kit/status'
import { useGroupLicenses, type GroupLicense } from './api'
import GroupLicensePanel from './GroupLicensePanel'
import styles from './licenses.module.css'
import { QuotaBar } from './QuotaBar'
import { depths } from './quota'

/** The project and its groups with limits of their own, each with its bars. */
export function GroupTree() {
  const { t } = useTranslation('licenses')
  const { data, error, refetch } = useGroupLicenses(false)
  const [edited, setEdited] = useState<{ id: number; name: string }>()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} />
  const groups = data.items.flatMap(({ domain, parent }) =>
    domain ? [{ id: domain.id, parentId: parent?.id ?? null }] : [],
  )
  const depth = depths(groups)
  return (
    <>
      <p className={styles.soft}>{t('groups.note')}</p>
      <ul className={styles.tree}>
        {data.items.map((license) => (
          <Line
            key={license.domain?.id ?? 0}
            license={license}
            depth={license.domain ? (depth.get(license.domain.id) ?? 0) + 1 : 0}
            onEdit={setEdited}
          />
        ))}
      </ul>
      <Drawer
        open={edited !== undefined}
        title={edited?.name}
        size={560}
        onClose={() => setEdited(undefined)}
        destroyOnHidden
      >
        {edited && <GroupLicensePanel id={edited.id} />}
      </Drawer>
    </>
  )
}

/** Of groups: what is active needs no word. */
const TONES = { ending: 'warning', disabled: 'error' } as const

interface LineProps {
  license: GroupLicense
  depth: number
  onEdit: (group: { id: number; name: string }) => void
}

function Line({ license, depth, onEdit }: LineProps) {
  const { t } = useTranslation('licenses')
  const { domain } = license
  const tone = TONES[license.status as keyof typeof TONES] as 'warning' | 'error' | undefined
  return (
    <li style={{ paddingInlineStart: `${Math.min(depth, 6) * 18}px` }}>
      <span className={styles.treeName}>
        <b>{domain?.name ?? t('project')}</b>
        {domain && tone && (
          <StatusTag tone={tone}>
            {t(`options.states.${license.status as keyof typeof TONES}`)}
          </StatusTag>
        )}
        {domain && (
          <Button
            size="small"
            type="text"
            icon={<EditOutlined />}
            aria-label={t('groups.edit', { name: domain.name })}
            onClick={() => onEdit(domain)}
          />
        )}
      </span>
      <div className={styles.quotas}>
        {license.quotas.map((quota) => (
          <QuotaBar key={quota.kind} quota={quota} />
        ))}
      </div>
    </li>
  )
}
