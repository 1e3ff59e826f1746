export {
  boolean,
  code,
  formText,
  nameOf,
  ref,
  special,
  tableHeadings,
  text,
  time,
  type EntityField,
} from './entityFields'
export { formTexts } from './formTexts'
export { useFieldLabel, type LabelOf } from './useFieldLabel'
export { columnsOf, detailsOf, filtersOf } from './views'
