import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contrast } from '@/kit/theme'
import styles from './branding.module.css'
import type { WalletForm } from './schema'

/** WCAG AA of large text: less than this cannot be read at arm's length. */
const READABLE = 3

/** Both sides of the card as a phone shows it. */
export function WalletPreview({ values }: { values: WalletForm }) {
  const { t } = useTranslation('branding')
  const [side, setSide] = useState<'front' | 'back'>('front')
  const isPale = [values.font_color, values.developer_name_color].some(
    (ink) => contrast(ink, values.background_color) < READABLE,
  )
  return (
    <aside className={styles.preview} aria-label={t('wallet.preview')}>
      <Segmented
        aria-label={t('wallet.preview')}
        value={side}
        onChange={setSide}
        options={[
          { value: 'front', label: t('wallet.front') },
          { value: 'back', label: t('wallet.back') },
        ]}
      />
      {side === 'front' ? <Front values={values} /> : <Back values={values} />}
      {isPale && (
        <p role="status" className={styles.pale}>
          {t('wallet.pale')}
        </p>
      )}
    </aside>
  )
}

/** A picture of the card: its colours are those of the person who makes it, readable or not. */
function Front({ values }: { values: WalletForm }) {
  const { t } = useTranslation('branding')
  const name = values.developer_name || t('wallet.sampleName')
  return (
    <svg
      className={styles.card}
      viewBox="0 0 280 360"
      role="img"
      aria-label={t('wallet.cardOf', { name })}
    >
      <rect width="280" height="360" rx="18" fill={values.background_color} />
      <text x="22" y="42" fontSize="17" fontWeight="650" fill={values.developer_name_color}>
        {name}
      </text>
      <g fill={values.font_color}>
        <text x="22" y="92" fontSize="11" opacity="0.85">
          {t('wallet.sampleLabel')}
        </text>
        <text x="22" y="114" fontSize="19">
          {t('wallet.sampleHolder')}
        </text>
      </g>
      <rect x="72" y="150" width="136" height="164" rx="12" fill="#ffffff" />
      <QrSign />
      <text x="140" y="304" fontSize="11" textAnchor="middle" fill="#1d2624">
        {values.barcode_alt_text || ' '}
      </text>
    </svg>
  )
}

/** Looks like a QR code and is none. */
function QrSign() {
  const cells = Array.from({ length: 121 }, (_, at) => at).filter(
    (at) => (at * at * 3 + at * 5 + Math.floor(at / 11) * 7) % 8 < 4,
  )
  return (
    <g fill="#1d2624" aria-hidden>
      {cells.map((at) => (
        <rect
          key={at}
          x={85 + (at % 11) * 10}
          y={164 + Math.floor(at / 11) * 10}
          width="9"
          height="9"
        />
      ))}
    </g>
  )
}

function Back({ values }: { values: WalletForm }) {
  const { t } = useTranslation('branding')
  const filled = values.backfields.filter(({ label, value }) => label || value)
  if (filled.length === 0) return <p className={styles.noFields}>{t('wallet.noFields')}</p>
  return (
    <dl className={styles.back}>
      {filled.map(({ label, value }, at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
