"""Every sentence that the reader of configs can say, by its code: what is wrong, why it matters, what to write instead.

Pages translate a template and fill in the values of the same names, so a template is a whole sentence or several.
"""

ERRORS = {
    "FILE_MISSING": "{path} does not exist; give the path of a config.json, or - to read standard input.",
    "FILE_IS_FOLDER": "{path} is a folder; give the config.json inside it.",
    "FILE_UNREADABLE": "{path} cannot be read: {reason}.",
    "FILE_TOO_LARGE": "The text is longer than {limit} characters, and a config.json has a few thousand; give the "
    "config.json, not the weights or the tokenizer.",
    "NOT_UTF8": "The file is not UTF-8 text (byte {position} does not belong there); save it as UTF-8.",
    "EMPTY": "The text is empty; give the model's config.json.",
    "NOT_JSON": "This is not JSON ({reason} at line {line}, column {column}); a config.json is one object in curly "
    "brackets with its names in double quotes.",
    "NOT_AN_OBJECT": "This JSON is {found}; a config.json is one object in curly brackets that holds model_type.",
    "TOO_DEEP": "The JSON is nested too deeply to be read; a config.json has three or four levels.",
    "FIELD_NOT_NUMBER": "{field} must be a number, but is {found}; it is read as missing.",
    "FIELD_NOT_WHOLE": "{field} must be a whole number, but is {found}; it is read as missing.",
    "FIELD_NOT_TEXT": "{field} must be a text in double quotes, but is {found}; it is read as missing.",
    "FIELD_NOT_FLAG": "{field} must be true or false, but is {found}; it is read as missing.",
    "FIELD_NOT_LIST": "{field} must be a list, but is {found}; it is read as missing.",
    "FIELD_NOT_OBJECT": "{field} must be an object or null, but is {found}; it is read as missing.",
    "FIELD_RANGE": "{field} is {value}, and it must lie between {low} and {high}; it is read as missing.",
    "ROPE_BLOCK_NOT_OBJECT": "{field} must be an object or null, but is {found}; a reader refuses it or ignores the "
    "scaling. Write the object itself, without quotes around it.",
    "UNKNOWN_ROPE_TYPE": 'The rope type "{rope_type}" is unknown, so no library can tell what to compute; the known '
    "types are {known}.",
    "ROPE_TYPE_NOT_COMPUTED": 'The rope type "{rope_type}" turns by rows and columns of an image; only positions in a '
    "text are computed here.",
    "MISSING_KEY": 'Scaling of the type "{rope_type}" needs {key}, which the file does not give; without it there is '
    "no frequency to compute. Add {key} to the block.",
    "NOPE_FIELD_TYPE": "no_rope_layers must be null or a list with one 0 or 1 for each layer, but is {found}; a number "
    "for every how many layers belongs in no_rope_layer_interval.",
    "NOPE_LIST_LENGTH": "no_rope_layers has {found} entries for {layers} layers; it needs one 0 (no rotation) or 1 "
    "(rotation) for each layer.",
    "LONGROPE_LIST_LENGTH": "{field} has {found} numbers and must have {wanted}, one divisor for each pair of the "
    "rotated part; a list for another head_dim or share does not fit.",
    "HEAD_DIM_UNKNOWN": "head_dim is not given and does not follow from hidden_size ({hidden}) and "
    "num_attention_heads ({heads}), so there is no frequency to compute. Add head_dim.",
    "ODD_ROTARY_DIM": "{rotary_dim} channels of each head would be rotated (head_dim {head_dim}, share {share}), but "
    "channels turn in pairs; choose a share that gives a positive even number.",
    "SCALING_REFUSED": "The rotation cannot be computed: {reason}",
    "HEADS_UNKNOWN": "num_attention_heads is not given, and ALiBi's slopes depend on it; add the number of heads.",
    "TABLE_UNKNOWN": "The table of positions has no length in this file; add max_position_embeddings.",
    "RELATIVE_TOO_NEAR": "relative_attention_max_distance is {distance}, but {exact} distances have a bucket each "
    "already, so none is left for far ones; write a distance above {exact}.",
    "TOO_MANY_KINDS": "The block holds {count} rotations, one for each kind of layer; the first {most} are read.",
    "TABLE_EMPTY": "max_position_embeddings is {rows} and the first {offset} rows are kept for padding, so no position "
    "is left; give the table more rows.",
}

WARNINGS = {
    "DUPLICATE_KEY": '"{key}" stands twice in one object; the last one is used here and by Python, other readers may '
    "take the first. Keep one.",
    "JSON_CONSTANT": "The file holds {value}, which JSON does not have and strict readers refuse; it is read as "
    "missing. Write a number or null.",
    "NUMBER_TOO_LONG": "A number of {digits} digits is read as missing; nothing in a config.json needs more than 20.",
    "NUMBER_AS_STRING": "{field} is text; it is read as {value} here, but transformers 5.24 fails on it. Remove the "
    "quotes.",
    "OUTER_FIELDS_IGNORED": "{fields} beside {inner} is not read: the text model takes its own fields from {inner}. "
    "Move it there.",
    "NO_POSITION_FIELDS": 'Nothing in this file says how the model knows order, and the model_type "{model_type}" is '
    "not known here; read its code.",
    "FAMILY_UNKNOWN": 'The model_type "{model_type}" is not known here, so the pairing of channels, the rotated share '
    "and layers without rotation are assumed to be Llama's.",
    "THETA_DEFAULTED": "{field} is absent, so {base} is assumed, the default of {model_type}; many models were "
    "trained with a larger base, and a wrong one ruins every position. Write it down.",
    "THETA_CONFLICT": "rope_theta is {inner} in the block and {outer} outside it; the block's is used here and by "
    "transformers 5. Keep one.",
    "BLOCK_CONFLICT": "rope_scaling ({old}) and rope_parameters ({new}) disagree: transformers 5.24 takes "
    "rope_scaling and drops the other with its base, other readers do the reverse. Keep one.",
    "TYPE_KEYS_CONFLICT": '"type" says {old} and "rope_type" says {new}; transformers takes rope_type, mlx-lm takes '
    "type. Keep rope_type.",
    "TYPE_NULL": 'The rope type is null; it is read as "default", but transformers 5.24 fails on it. Write "default".',
    "FACTOR_LT_1": "factor {factor} speeds the rotation up {inverse} times, and a factor slows it down. If "
    "{inverse} was meant, write that: factor is 1 / rope-freq-scale of llama.cpp.",
    "ORIGINAL_MAX_MISSING": "{rope_type} needs original_max_position_embeddings; libraries silently take "
    "max_position_embeddings ({max_position}) for it, which moves the ramp. If the model was trained on {trained}, "
    "write that.",
    "MAX_POS_NOT_EXTENDED": "max_position_embeddings is {max_position}, although factor {factor} over {original} means "
    "{extended}: engines that go by it refuse longer prompts. Raise it if you serve them.",
    "YARN_ORIGINAL_EQUALS_MAX": "factor is {factor}, but original_max_position_embeddings equals "
    "max_position_embeddings ({max_position}); this model was trained on {trained}, so write that as the original.",
    "ORIGINAL_MAX_NOT_BELOW_MAX": "Scaling is on, but the window ({max_position}) is not longer than the original one "
    "({original}); lowering max_position_embeddings does not switch scaling off. Remove the block to do that.",
    "MAX_POS_ALREADY_EXTENDED": "max_position_embeddings {max_position} is the extended window already ({factor} times "
    "{trained}); do not multiply it by the factor again.",
    "FACTOR_BELOW_LENGTH_RATIO": "factor is {factor}, but max_position_embeddings is {ratio} times the original "
    "window: slow pairs go {times} times past what they saw before. Llama 3.1 and Llama 4 were trained further that "
    "way; for a model that was not, {ratio} is the factor that covers the window.",
    "FACTOR_NOT_RELEASED": "Released models with these sizes have factor {released}, not {factor}; the wrong one "
    "spoils every long text. Check where the block came from.",
    "NO_SCALING_BUT_LONG_WINDOW": "The window is {max_position} with base {base} and no scaling, but the released "
    "model was trained on {trained} and declares a scaling: the block was probably lost. Put it back.",
    "GLOBAL_EQUALS_LOCAL_THETA": "The base of the global layers equals that of the sliding ones ({base}); released "
    "models of this family have {released} for the global layers.",
    "LENGTH_FIELDS_DISAGREE": "The file names several lengths ({fields}); {used} is used. The one in training decides "
    "which pairs were seen whole.",
    "ROPE_RATIO_AMBIGUOUS": "rope_ratio {ratio} divides positions in chatglm2-32k, as read here, but multiplies the "
    "base in chatglm3-32k and glm-4. Ask which revision of the code the weights belong to.",
    "PARTIAL_CONFLICT": "rotary_dim {rotary_dim} and the rotated share {share} of {head_dim} channels disagree; the "
    "share is used. Keep one.",
    "LONG_LIST_UNUSED": "transformers 5.24 never uses long_factor for phimoe; beyond {original} positions it computes "
    "other frequencies than these.",
    "LOW_PRECISION": "Position {position} at pair {pair} comes out {error} rad wrong in {dtype}, which holds no "
    "integer above {exact} exactly; compute positions and angles in float32 or better.",
}

NOTES = {
    "LONGROPE_SWITCH": "The list of divisors switches when a text grows past {original} tokens; keys that were cached "
    "before the switch are wrong after it. Decide on the list before the first token.",
    "BYTE_ORDER_MARK": "The text begins with a byte order mark, which strict JSON readers refuse; save it without.",
    "ROPE_BLOCK_AS_JSON": "Read as JSON, the text of {field} would mean {block}.",
    "NTK_BASE": "If NTK-aware scaling by {factor} was meant, the base would be {base}: write that as rope_theta and no "
    "scaling.",
    "LEGACY_KEY_TYPE": '"type" is the old name of "rope_type"; it is accepted.',
    "TYPE_ALIAS": '"{alias}" is an old name of the rope type "{rope_type}"; transformers 5.24 does not accept it '
    "everywhere. Write {rope_type}.",
    "UNUSED_KEY": "{keys} in the block is read by no rule of the type {rope_type}; it changes nothing here.",
    "LEGACY_NAME": "Older names are read as today's: {names}.",
    "ROTARY_DIM_LEGACY": "rotary_dim {rotary_dim} of head_dim {head_dim} is a rotated share of {share}; a reader must "
    "not multiply by the share a second time.",
    "PARTIAL_FROM_FAMILY_DEFAULT": "partial_rotary_factor is absent, and {model_type} rotates {share} of each head by "
    "default: {rotary_dim} of {head_dim} channels. A reader that does not know the family rotates all.",
    "INTERLEAVED_PAIRS": "This family turns neighbouring channels (0 with 1, 2 with 3, …); code that pairs the halves "
    "computes garbage from the same weights.",
    "HEAD_DIM_EXPLICIT": "head_dim is {head_dim} and not hidden_size / num_attention_heads ({ratio}); the explicit one "
    "counts.",
    "HEAD_DIM_FROM_FAMILY": "head_dim is absent, and {model_type} has {head_dim} by default, whatever hidden_size / "
    "num_attention_heads gives ({ratio}).",
    "MLA_ROTARY_DIM": "Only qk_rope_head_dim = {rotary_dim} channels of a head are rotated, beside those without "
    "position; hidden_size / num_attention_heads ({ratio}) says nothing here.",
    "MAX_POSITION_DEFAULTED": "max_position_embeddings is absent, so {max_position} is assumed, the default of "
    "{model_type}.",
    "ORIGINAL_VS_MAX": "The rule goes by original_max_position_embeddings ({original}), the length in training; "
    "max_position_embeddings ({max_position}) in its place would shift it.",
    "STATIC_YARN": "YaRN is static: it changes every prompt, short ones too. Switch it on only where long inputs are "
    "needed.",
    "FACTOR_DERIVED": "factor is absent: {max_position} / {original} = {factor} is used.",
    "LONGROPE_FACTOR_DERIVED": "factor is absent: {max_position} / {original} = {factor} gives an attention factor of "
    "{attention_factor}, which short prompts get too.",
    "YARN_BETA_DEGENERATE": "beta_fast equals beta_slow ({beta}): pairs up to {low} are kept and pairs from {high} are "
    "divided in full, without a blend between.",
    "LLAMA3_BAND_DEGENERATE": "low_freq_factor equals high_freq_factor ({bound}): pairs are kept up to a wavelength of "
    "{wavelength} and divided in full beyond, without a blend; a reader must not divide 0 by 0.",
    "MSCALE_SOFTMAX": "cos and sin are multiplied by {attention_factor}, and the scores inside attention by "
    "{multiplier} as well, the square of the temperature for mscale_all_dim {mscale}; the first number alone hides it.",
    "MSCALE_PAIR": "mscale {mscale} and mscale_all_dim {mscale_all_dim} give an attention factor of "
    "{attention_factor}; a reader that ignores the pair takes {ignored}.",
    "DYNAMIC_CACHE": "The base grows with the text beyond {native} tokens, so keys cached at one length do not fit the "
    "next; it must fall back for the next short text.",
    "DYNAMIC_BELOW_TRAINED": "Up to {native} tokens the base stays {base}; without that guard the multiplier would go "
    "below 0 for short texts, and its power has no real value.",
    "ALPHA_BASE": "alpha {alpha} raises the base once, to {base}, for texts of every length; the factor beside it is "
    "not used.",
    "PER_LAYER_SCALING": "{rope_type} with factor {factor} and base {base} belongs to {layers} only; {others} uses "
    "base {other_base} unscaled.",
    "PER_LAYER_THETA": "{layer_type} has base {base} and {others} base {other_base}; a reader that knows one base "
    "turns the others wrong.",
    "LIBRARY_DIFFERS": "transformers 5.24 ignores truncate false in a block of its own for each kind of layer and "
    "rounds the ends of the ramp; the model's authors do not.",
    "NOPE_LAYERS": "Layers {layers} have no rotation; rotating them ruins long texts.",
    "EMPTY_LIST": "An empty no_rope_layers stands for the family's default pattern, not for rotation in every layer.",
    "SOME_LAYERS_NO_ATTENTION": "Only layers {layers} are softmax attention; the others are linear attention or "
    "recurrent, and no rotation exists there.",
    "NO_POSITION_ENCODING": "No position is added or rotated: order comes from the causal mask or from recurrent "
    "layers, and max_position_embeddings is only a hint.",
    "ROPE_FIELDS_IGNORED": "{fields} is there, but this model does not use it.",
    "ROPE_RATIO_BASE": "rope_ratio {ratio} multiplies the base, which becomes {base}.",
    "QUERY_SCALE": "Queries are also multiplied by {formula}, which grows with the position.",
    "ALIBI_NON_POWER_OF_2": "{heads} heads are no power of two: {lower} slopes of one series, then every second slope "
    "of the series for {upper} heads; 2 ** (-8 h / {heads}) is wrong.",
    "LEARNED_HARD_LIMIT": "Position {positions} has no row in the table of {rows}: no extrapolation, and no scaling of "
    "RoPE applies.",
    "LEARNED_TABLE_OFFSET": "The table has {rows} rows and {positions} usable positions: the first {offset} rows are "
    "kept for padding, so the first token reads row {offset}.",
    "RELATIVE_SATURATES": "All distances of {distance} or more share one bucket; the model cannot tell them apart.",
    "RELATIVE_DEFAULTED": "{fields} is absent, and the family's default is taken.",
}

TEMPLATES = ERRORS | WARNINGS | NOTES
