import { useWatch, type FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldGrid, RowList, typedFields } from '@/kit/form'
import styles from './branding.module.css'
import { MAX_BACK_FIELDS, type WalletForm } from './schema'
import { WalletPreview } from './WalletPreview'

const F = typedFields<FieldValues>()

/** Cards for the Apple Wallet: colours, what stands on the back, and the card itself. */
export function WalletFields({ prefix = '' }: { prefix?: string }) {
  const { t } = useTranslation('branding')
  const all = useWatch()
  const values = (prefix ? all[prefix.slice(0, -1)] : all) as WalletForm | undefined
  const isOn = Boolean(values?.is_enabled)
  return (
    <div className={styles.columns}>
      <div>
        <FieldGrid title={t('wallet.title')} text={t('wallet.text')}>
          <F.Switch name={`${prefix}is_enabled`} label={t('wallet.enabled')} />
        </FieldGrid>
        {isOn && (
          <>
            <FieldGrid title={t('wallet.look')} text={t('wallet.lookText')}>
              <F.Color name={`${prefix}background_color`} label={t('fields.background')} />
              <F.Color name={`${prefix}font_color`} label={t('fields.font')} />
              <F.Text
                name={`${prefix}developer_name`}
                label={t('fields.developer')}
                maxLength={100}
              />
              <F.Color name={`${prefix}developer_name_color`} label={t('fields.developerColor')} />
              <F.Text
                name={`${prefix}barcode_alt_text`}
                label={t('fields.barcodeText')}
                maxLength={100}
              />
            </FieldGrid>
            <FieldGrid title={t('wallet.back')} text={t('wallet.backText')}>
              <RowList
                name={`${prefix}backfields`}
                label={t('wallet.fields')}
                addLabel={t('wallet.addField')}
                rowLabel={(number) => t('wallet.field', { number })}
                empty={{ label: '', value: '' }}
                max={MAX_BACK_FIELDS}
              >
                {(at) => (
                  <>
                    <F.Text
                      name={`${prefix}backfields.${at}.label`}
                      label={t('fields.fieldLabel')}
                      maxLength={31}
                      isRequired
                    />
                    <F.TextArea
                      name={`${prefix}backfields.${at}.value`}
                      label={t('fields.fieldValue')}
                      maxLength={500}
                      rows={1}
                      isRequired
                    />
                  </>
                )}
              </RowList>
            </FieldGrid>
          </>
        )}
      </div>
      {isOn && values && <WalletPreview values={values} />}
    </div>
  )
}
