/**
 * The format as JSON Schema, draft 2020-12, made from the table that checks files: editors then complete keys and mark
 * what is wrong. Unique ids, names of what there is and the like it cannot say; `checkScene` does.
 */
import { type Field, finite, type NumberField, type RecordField } from "./table.js";
import { sceneField } from "./table-scene.js";

type Schema = { readonly [key: string]: unknown };

/** The published schema: also in the package as schema/scene-1.json. */
export const sceneSchema: object = /* @__PURE__ */ createSchema();

function createSchema(): object {
  const number = describeNumber(finite);
  const defs: Record<string, Schema> = {
    vector: { type: "array", items: number, minItems: 3, maxItems: 3, description: "[x, y, z]" },
    direction: {
      allOf: [{ $ref: "#/$defs/vector" }, { not: { items: { const: 0 } } }],
      description: "[x, y, z], not zero; only the direction counts",
    },
    rotation: {
      type: "array",
      items: number,
      minItems: 4,
      maxItems: 4,
      not: { items: { const: 0 } },
      description: "Quaternion [x, y, z, w], not zero",
    },
  };
  const root = describeRecord(sceneField, defs);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Rigor scene, version 1",
    ...root,
    $defs: Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function describe(field: Field, defs: Record<string, Schema>): Schema {
  switch (field.kind) {
    case "number":
      return describeNumber(field);
    case "vector":
      return {
        $ref: `#/$defs/${field.length === 4 ? "rotation" : field.isDirection ? "direction" : "vector"}`,
        ...(field.most === finite.most ? {} : { items: { minimum: -field.most, maximum: field.most } }),
      };
    case "text":
      return {
        type: "string",
        ...(field.minLength > 0 ? { minLength: field.minLength } : {}),
        ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
        ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
      };
    case "flag":
      return { type: "boolean" };
    case "choice":
      return field.values.length === 1 ? { const: field.values[0] } : { enum: field.values };
    case "list":
      return {
        type: "array",
        items: describe(field.of, defs),
        ...(field.min > 0 ? { minItems: field.min } : {}),
        maxItems: field.max,
      };
    case "map":
      return { type: "object", additionalProperties: describe(field.of, defs) };
    case "name":
      return { type: "string" };
    case "selection":
      return {
        anyOf: [{ const: "all" }, { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true }],
      };
    case "record":
      return refer(field, defs);
    case "variant":
      return {
        type: "object",
        required: ["type"],
        properties: { type: { enum: Object.keys(field.of) } },
        oneOf: Object.values(field.of).map((of) => refer(of, defs)),
      };
  }
}

/** A record stands once, under its name. */
function refer(field: RecordField, defs: Record<string, Schema>): Schema {
  // with an underscore no name of a vector
  const key = field.name.replaceAll(" ", "_");
  if (!Object.hasOwn(defs, key)) {
    defs[key] = {};
    defs[key] = describeRecord(field, defs);
  }
  return { $ref: `#/$defs/${key}` };
}

function describeRecord(field: RecordField, defs: Record<string, Schema>): Schema {
  const { keys, required, conflicts, needs } = field;
  const properties = Object.entries(keys).map(([key, { field: of, about, standard }]) => [
    key,
    { ...describe(of, defs), description: about, ...(standard === undefined ? {} : { default: standard }) },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    ...(needs.length > 0 ? { anyOf: needs.map((list) => ({ required: list })) } : {}),
    ...(conflicts.length > 0 ? { allOf: conflicts.map((two) => ({ not: { required: two } })) } : {}),
  };
}

function describeNumber({ min, above, max, most, least, integer = false }: NumberField): Schema {
  // a number with a least size is above 0
  const low = min ?? least ?? (above === undefined && most !== undefined ? -most : undefined);
  const high = max ?? most;
  return {
    type: integer ? "integer" : "number",
    ...(low === undefined ? {} : { minimum: low }),
    ...(above === undefined || least !== undefined ? {} : { exclusiveMinimum: above }),
    ...(high === undefined ? {} : { maximum: high }),
  };
}
