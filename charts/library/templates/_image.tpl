{{/*
dict "root" $ "image" block. A digest wins over a tag; without either it is the chart's appVersion.
global.registry stands in for an image's own registry, for those who mirror images.
*/}}
{{- define "library.image" -}}
{{- $registry := .root.Values.global.registry | default .image.registry -}}
{{- $name := ternary (printf "%s/%s" $registry .image.repository) .image.repository (ne $registry "") -}}
{{- if .image.digest -}}
{{ $name }}@{{ .image.digest }}
{{- else -}}
{{ $name }}:{{ .image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* dict "root" $ "image" a name as an operator takes it: of global.registry in place of its own, where that is set. */}}
{{- define "library.mirrored" -}}
{{- $image := .image -}}
{{- with .root.Values.global.registry -}}
{{- $image = regexReplaceAll "^[^/]+[.:][^/]+/" $image (printf "%s/" .) -}}
{{- end -}}
{{ $image }}
{{- end }}
