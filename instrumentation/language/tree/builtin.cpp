// Knows CUDA's own names, and resolves calls of overloaded functions.
#include "instrumentation/language/tree/builtin.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tilescope::language {

namespace {

using enum BuiltinGroup;

// The types that a signature's T may be.
constexpr std::string_view floats = "float double";
constexpr std::string_view ints = "int unsigned";
constexpr std::string_view all_ints = "int unsigned longlong ulonglong";
constexpr std::string_view signed_numbers = "int long longlong float double";
constexpr std::string_view min_max = "int unsigned long ulong longlong ulonglong float double";
constexpr std::string_view words = "int unsigned long ulong longlong ulonglong float double";
constexpr std::string_view added = "int unsigned ulonglong float double";
constexpr std::string_view exchanged = "int unsigned ulonglong float";
constexpr std::string_view compared = "int unsigned ulonglong ushort";
constexpr std::string_view loaded =
    "char schar uchar short ushort int unsigned long ulong longlong ulonglong float double char2 char4 uchar2 uchar4 "
    "short2 short4 ushort2 ushort4 int2 int4 uint2 uint4 longlong2 ulonglong2 float2 float4 double2";

constexpr std::array table = std::to_array<Builtin>({
#include "instrumentation/language/tree/builtins.inc"
});
constexpr auto by_name = [](const Builtin& a, const Builtin& b) { return a.name < b.name; };
static_assert(std::is_sorted(table.begin(), table.end(), by_name));

constexpr std::size_t count_names() {
  std::size_t count = 1;
  for (std::size_t i = 1; i < table.size(); ++i) count += table[i].name != table[i - 1].name ? 1 : 0;
  return count;
}
constexpr auto names = [] {
  std::array<std::string_view, count_names()> each_once;
  std::size_t count = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i == 0 || table[i].name != table[i - 1].name) each_once[count++] = table[i].name;
  }
  return each_once;
}();

struct NamedKind {
  std::string_view name;
  TypeKind kind;
};
constexpr std::array short_words = std::to_array<NamedKind>({
    {"bool", TypeKind::bool_},
    {"char", TypeKind::char_},
    {"double", TypeKind::double_},
    {"float", TypeKind::float_},
    {"int", TypeKind::int_},
    {"long", TypeKind::long_},
    {"longlong", TypeKind::long_long},
    {"schar", TypeKind::signed_char},
    {"short", TypeKind::short_},
    {"uchar", TypeKind::unsigned_char},
    {"ulong", TypeKind::unsigned_long},
    {"ulonglong", TypeKind::unsigned_long_long},
    {"unsigned", TypeKind::unsigned_int},
    {"ushort", TypeKind::unsigned_short},
    {"void", TypeKind::void_},
});
constexpr std::array typedefs = std::to_array<NamedKind>({
    {"char16_t", TypeKind::unsigned_short},
    {"char32_t", TypeKind::unsigned_int},
    {"char8_t", TypeKind::unsigned_char},
    {"clock_t", TypeKind::long_},
    {"int16_t", TypeKind::short_},
    {"int32_t", TypeKind::int_},
    {"int64_t", TypeKind::long_},
    {"int8_t", TypeKind::signed_char},
    {"int_fast16_t", TypeKind::long_},
    {"int_fast32_t", TypeKind::long_},
    {"int_fast64_t", TypeKind::long_},
    {"int_fast8_t", TypeKind::signed_char},
    {"int_least16_t", TypeKind::short_},
    {"int_least32_t", TypeKind::int_},
    {"int_least64_t", TypeKind::long_},
    {"int_least8_t", TypeKind::signed_char},
    {"intmax_t", TypeKind::long_},
    {"intptr_t", TypeKind::long_},
    {"ptrdiff_t", TypeKind::long_},
    {"size_t", TypeKind::unsigned_long},
    {"ssize_t", TypeKind::long_},
    {"uchar", TypeKind::unsigned_char},
    {"uint", TypeKind::unsigned_int},
    {"uint16_t", TypeKind::unsigned_short},
    {"uint32_t", TypeKind::unsigned_int},
    {"uint64_t", TypeKind::unsigned_long},
    {"uint8_t", TypeKind::unsigned_char},
    {"uint_fast16_t", TypeKind::unsigned_long},
    {"uint_fast32_t", TypeKind::unsigned_long},
    {"uint_fast64_t", TypeKind::unsigned_long},
    {"uint_fast8_t", TypeKind::unsigned_char},
    {"uint_least16_t", TypeKind::unsigned_short},
    {"uint_least32_t", TypeKind::unsigned_int},
    {"uint_least64_t", TypeKind::unsigned_long},
    {"uint_least8_t", TypeKind::unsigned_char},
    {"uintmax_t", TypeKind::unsigned_long},
    {"uintptr_t", TypeKind::unsigned_long},
    {"ulong", TypeKind::unsigned_long},
    {"ushort", TypeKind::unsigned_short},
});
constexpr auto by_its_name = [](const NamedKind& a, const NamedKind& b) { return a.name < b.name; };
static_assert(std::is_sorted(short_words.begin(), short_words.end(), by_its_name));
static_assert(std::is_sorted(typedefs.begin(), typedefs.end(), by_its_name));

std::optional<TypeKind> find(std::span<const NamedKind> kinds, std::string_view name) {
  const auto at = std::lower_bound(kinds.begin(), kinds.end(), NamedKind{name, {}}, by_its_name);
  if (at == kinds.end() || at->name != name) return {};
  return at->kind;
}

struct VectorFamily {
  std::string_view name;
  TypeKind element;
  std::uint32_t size;
};
constexpr std::array vector_families = std::to_array<VectorFamily>({
    {"char", TypeKind::signed_char, 1},
    {"uchar", TypeKind::unsigned_char, 1},
    {"short", TypeKind::short_, 2},
    {"ushort", TypeKind::unsigned_short, 2},
    {"int", TypeKind::int_, 4},
    {"uint", TypeKind::unsigned_int, 4},
    {"long", TypeKind::long_, 8},
    {"ulong", TypeKind::unsigned_long, 8},
    {"longlong", TypeKind::long_long, 8},
    {"ulonglong", TypeKind::unsigned_long_long, 8},
    {"float", TypeKind::float_, 4},
    {"double", TypeKind::double_, 8},
});

std::string_view without_std(std::string_view name) {
  if (name.starts_with("std::")) name.remove_prefix(5);
  return name;
}

struct OutOfReach {
  std::string_view name;  // a '*' at its end matches any ending
  std::string_view why;
};
constexpr std::string_view textures = "textures are not supported";
constexpr std::string_view surfaces = "surfaces are not supported";
constexpr std::string_view tensor_cores = "tensor cores are not supported";
constexpr std::string_view halves = "16-bit and smaller floats are not supported; use float";
constexpr std::string_view random = "cuRAND is not supported; write a random number generator";
constexpr std::string_view groups = "cooperative groups are not supported; use __syncthreads()";
constexpr std::string_view library = "Thrust and CUB are not supported; write the kernel yourself";
constexpr std::string_view containers = "standard library containers do not work in device code";
constexpr std::string_view streams = "standard library streams do not work in device code; use printf";
constexpr std::string_view memory_of_heap = "allocation in a kernel is not supported; pass the kernel an array";
constexpr std::string_view assembly = "inline assembly is not supported";
constexpr std::string_view pipelines = "asynchronous copies are not supported";
constexpr std::string_view clusters = "thread block clusters are not supported";
constexpr std::string_view launches = "dynamic parallelism is not supported";
constexpr std::string_view without_mask =
    "CUDA removed the warp functions without a mask; use the one that ends in _sync";
constexpr std::string_view of_runtime = "a kernel cannot use the host's CUDA runtime API";
constexpr std::string_view of_libcu = "libcu++ (namespace cuda) is not supported";
constexpr std::string_view of_host = "this function runs only on the host";
constexpr std::array out_of_reach_names = std::to_array<OutOfReach>({
    {"tex1D*", textures},
    {"tex2D*", textures},
    {"tex3D*", textures},
    {"texCubemap*", textures},
    {"texture", textures},
    {"textureReference", textures},
    {"cudaTextureObject_t", textures},
    {"surf1D*", surfaces},
    {"surf2D*", surfaces},
    {"surf3D*", surfaces},
    {"surfCubemap*", surfaces},
    {"surface", surfaces},
    {"cudaSurfaceObject_t", surfaces},
    {"wmma", tensor_cores},
    {"nvcuda", tensor_cores},
    {"mma_sync", tensor_cores},
    {"fill_fragment", tensor_cores},
    {"load_matrix_sync", tensor_cores},
    {"store_matrix_sync", tensor_cores},
    {"half", halves},
    {"half2", halves},
    {"__half*", halves},
    {"__float2half*", halves},
    {"__double2half*", halves},
    {"__hadd2*", halves},
    {"__hmul*", halves},
    {"__hfma*", halves},
    {"__hsub*", halves},
    {"__nv_bfloat16*", halves},
    {"__float2bfloat16*", halves},
    {"__bfloat16*", halves},
    {"__nv_fp8*", halves},
    {"nv_bfloat16*", halves},
    {"curand*", random},
    {"cooperative_groups", groups},
    {"this_thread_block", groups},
    {"thread_block", groups},
    {"thread_group", groups},
    {"grid_group", groups},
    {"multi_grid_group", groups},
    {"cluster_group", groups},
    {"tiled_partition", groups},
    {"thread_block_tile", groups},
    {"coalesced_threads", groups},
    {"coalesced_group", groups},
    {"this_grid", groups},
    {"this_multi_grid", groups},
    {"this_cluster", groups},
    {"this_thread", groups},
    {"grid_group", groups},
    {"cluster_group", groups},
    {"multi_grid_group", groups},
    {"labeled_partition", groups},
    {"binary_partition", groups},
    {"memcpy_async", pipelines},
    {"cuda_pipeline", pipelines},
    {"__pipeline_*", pipelines},
    {"__mbarrier_*", pipelines},
    {"__cluster_*", clusters},
    {"thrust", library},
    {"cub", library},
    {"array", containers},
    {"deque", containers},
    {"list", containers},
    {"map", containers},
    {"set", containers},
    {"string", containers},
    {"tuple", containers},
    {"unordered_map", containers},
    {"vector", containers},
    {"cout", streams},
    {"cerr", streams},
    {"endl", streams},
    {"malloc", memory_of_heap},
    {"calloc", memory_of_heap},
    {"realloc", memory_of_heap},
    {"free", memory_of_heap},
    {"alloca", memory_of_heap},
    {"__nv_aligned_device_malloc", memory_of_heap},
    {"asm", assembly},
    {"__asm", assembly},
    {"__asm__", assembly},
    {"__cvta_generic_to_*", assembly},
    {"__shfl", without_mask},
    {"__shfl_up", without_mask},
    {"__shfl_down", without_mask},
    {"__shfl_xor", without_mask},
    {"__any", without_mask},
    {"__all", without_mask},
    {"__ballot", without_mask},
    {"cudaGridDependencySynchronize", launches},
    {"cudaTriggerProgrammaticLaunchCompletion", launches},
    {"cudaDeviceSynchronize", of_runtime},
    {"cudaMalloc*", of_runtime},
    {"cudaFree*", of_runtime},
    {"cudaMemcpy*", of_runtime},
    {"cudaMemset*", of_runtime},
    {"cudaLaunch*", launches},
    {"cudaStream*", of_runtime},
    {"cudaEvent*", of_runtime},
    {"cudaGet*", of_runtime},
    {"cudaSet*", of_runtime},
    {"cudaPeekAtLastError", of_runtime},
    {"cudaError_t", of_runtime},
    {"cudaSuccess", of_runtime},
    {"cuda", of_libcu},
    {"abort", of_host},
    {"atoi", of_host},
    {"atof", of_host},
    {"exit", of_host},
    {"fflush", of_host},
    {"fprintf", of_host},
    {"puts", of_host},
    {"rand", of_host},
    {"scanf", of_host},
    {"sprintf", of_host},
    {"srand", of_host},
    {"strcmp", of_host},
    {"strlen", of_host},
    {"time", of_host},
});

// --- Signatures. ---

// A type in a signature with its qualifiers or default: "const T *", "int = 32".
struct Word {
  std::string_view base;
  bool is_const = false;
  bool is_pointer = false;
  std::optional<std::int64_t> instead;  // the default value
};

struct Signature {
  Word result;
  std::vector<Word> parameters;
  std::size_t required = 0;
  bool any_more = false;
};

bool remove_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Removes and returns the part of `next` before `end`; `end` is removed too.
std::string_view cut(std::string_view& next, std::string_view end) {
  const std::size_t at = std::min(next.find(end), next.size());
  const std::string_view cut = next.substr(0, at);
  next.remove_prefix(std::min(at + end.size(), next.size()));
  return cut;
}

std::int64_t number_in(std::string_view text) {
  const int base = remove_prefix(text, "0x") ? 16 : 10;
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

Word word(std::string_view text) {
  Word word;
  word.is_const = remove_prefix(text, "const ");
  word.base = cut(text, " ");
  word.is_pointer = remove_prefix(text, "*");
  if (remove_prefix(text, "= ")) word.instead = number_in(text);
  if (word.base == "string") word = {"char", true, true, {}};
  return word;
}

Signature signature_of(const Builtin& builtin) {
  std::string_view text = builtin.signature;
  Signature signature;
  signature.result = word(cut(text, "("));
  text = cut(text, ")");
  while (!text.empty()) {
    const std::string_view next = cut(text, ", ");
    if (next == "...") {
      signature.any_more = true;
      break;
    }
    signature.parameters.push_back(word(next));
    if (!signature.parameters.back().instead) signature.required = signature.parameters.size();
  }
  return signature;
}

// --- Overload resolution. ---

// The type that an argument must become, with T and F known.
struct Wanted {
  TypeKind kind = TypeKind::unknown;
  std::string_view vector;  // instead of a kind: "float4"
  bool is_const = false;
  bool is_pointer = false;
};

// One function that a call may mean.
struct Candidate {
  const Builtin* builtin = nullptr;
  const Signature* signature = nullptr;
  Wanted result;
  std::vector<Wanted> parameters;
  std::vector<int> ranks;  // how far each argument is from the wanted type
};

Wanted wanted(const Word& word, std::string_view t, TypeKind f) {
  Wanted wanted;
  wanted.is_const = word.is_const;
  wanted.is_pointer = word.is_pointer;
  if (word.base == "F") {
    wanted.kind = f;
    return wanted;
  }
  const std::string_view base = word.base == "T" ? t : word.base;
  std::optional<TypeKind> kind = find(short_words, base);
  if (!kind) kind = known_typedef(base);
  if (kind) {
    wanted.kind = *kind;
  } else {
    wanted.vector = base;
  }
  return wanted;
}

constexpr int exact = 0;
constexpr int promotion = 1;
constexpr int conversion = 2;
constexpr int impossible = 3;

Type decayed(Types& types, Type type) { return type.is_array() ? types.pointer_to(type.inner()) : type.plain(); }

bool is_the(Type type, const Wanted& wanted) {
  return wanted.vector.empty()
             ? type.is(wanted.kind)
             : type.is_structure() && type->structure->vector != 0 && type->structure->name == wanted.vector;
}

int pointer_rank(Type argument, const Wanted& wanted) {
  if (argument.is(TypeKind::null)) return conversion;
  if (!argument.is_pointer()) return impossible;
  const Type inner = argument.inner();
  if (inner.is_unknown()) return exact;
  if (inner.is_volatile() || (inner.is_const() && !wanted.is_const)) return impossible;
  if (is_the(inner, wanted)) return exact;
  return wanted.kind == TypeKind::void_ ? conversion : impossible;
}

int rank(const Types& types, Type argument, const Wanted& wanted) {
  if (argument.is_unknown()) return exact;
  if (wanted.is_pointer) return pointer_rank(argument, wanted);
  if (is_the(argument, wanted)) return exact;
  if (!wanted.vector.empty()) return impossible;
  if (wanted.kind == TypeKind::bool_ && (argument.is_pointer() || argument.is(TypeKind::null))) return conversion;
  const Type promoted = types.promoted(argument);
  if (!promoted.is_arithmetic()) return impossible;
  const bool widened = argument.is(TypeKind::float_) && wanted.kind == TypeKind::double_;
  return promoted.is(wanted.kind) || widened ? promotion : conversion;
}

// F: float if all arguments for an F are floats.
TypeKind common_float(const Signature& signature, std::span<const Type> arguments) {
  for (std::size_t i = 0; i < std::min(arguments.size(), signature.parameters.size()); ++i) {
    if (signature.parameters[i].base != "F") continue;
    if (!arguments[i].is(TypeKind::float_) && !arguments[i].is_unknown()) return TypeKind::double_;
  }
  return TypeKind::float_;
}

class Resolver {
 public:
  Resolver(Types& types, std::span<const Builtin> overloads, std::span<const Type> arguments)
      : types_(types), overloads_(overloads) {
    for (const Type argument : arguments) arguments_.push_back(decayed(types, argument));
    for (const Builtin& each : overloads) signatures_.push_back(signature_of(each));
  }

  Resolved resolve() {
    find_candidates();
    if (candidates_.empty()) return refused(wrong_count());
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const auto fails = [&](const Candidate& each) { return each.ranks[i] == impossible; };
      if (std::all_of(candidates_.begin(), candidates_.end(), fails)) return refused(wrong_type(i));
      std::erase_if(candidates_, fails);
    }
    if (const Candidate* const best = find_best()) return chosen(*best, true);
    if (std::any_of(arguments_.begin(), arguments_.end(), [](Type each) { return each.is_unknown(); })) {
      return chosen(candidates_.front(), false);
    }
    return refused(name() + " is ambiguous for " + given() + ": convert " +
                   (arguments_.size() == 1 ? "it" : "them to one type"));
  }

 private:
  [[nodiscard]] Sentence name() const { return quoted(overloads_.front().name); }

  static Resolved refused(Sentence why) {
    Resolved resolved;
    resolved.error = std::move(why);
    return resolved;
  }

  // All overloads that take this number of arguments.
  void find_candidates() {
    for (std::size_t i = 0; i < overloads_.size(); ++i) {
      const Signature& signature = signatures_[i];
      if (arguments_.size() < signature.required) continue;
      if (arguments_.size() > signature.parameters.size() && !signature.any_more) continue;
      std::string_view types = overloads_[i].types;
      do {
        add_candidate(overloads_[i], signature, cut(types, " "));
      } while (!types.empty());
    }
  }

  void add_candidate(const Builtin& builtin, const Signature& signature, std::string_view t) {
    const TypeKind f = common_float(signature, arguments_);
    Candidate candidate{&builtin, &signature, wanted(signature.result, t, f), {}, {}};
    for (const Word& each : signature.parameters) candidate.parameters.push_back(wanted(each, t, f));
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const bool named = i < candidate.parameters.size();
      candidate.ranks.push_back(named ? rank(types_, arguments_[i], candidate.parameters[i]) : exact);
    }
    candidates_.push_back(std::move(candidate));
  }

  // The candidate that no other beats anywhere, and that beats each other one somewhere; null if there is none.
  [[nodiscard]] const Candidate* find_best() const {
    const auto beats = [](const Candidate& a, const Candidate& b) {
      return a.ranks != b.ranks &&
             std::equal(a.ranks.begin(), a.ranks.end(), b.ranks.begin(), [](int x, int y) { return x <= y; });
    };
    for (const Candidate& one : candidates_) {
      const auto beaten = [&](const Candidate& other) { return &other == &one || beats(one, other); };
      if (std::all_of(candidates_.begin(), candidates_.end(), beaten)) return &one;
    }
    return nullptr;
  }

  [[nodiscard]] Resolved chosen(const Candidate& candidate, bool sure) {
    Resolved resolved;
    resolved.builtin = candidate.builtin;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const bool named = i < candidate.parameters.size();
      resolved.parameters.push_back(named ? parameter(candidate, i) : further(arguments_[i]));
    }
    for (std::size_t i = arguments_.size(); i < candidate.parameters.size(); ++i) {
      resolved.left_out.push_back(candidate.signature->parameters[i].instead.value_or(0));
      resolved.left_out_types.push_back(type_of(candidate.parameters[i]));
    }
    if (sure) resolved.result = type_of(candidate.result);
    if (sure && resolved.result.is_unknown()) resolved.result_name = candidate.result.vector;
    return resolved;
  }

  [[nodiscard]] Resolved::Parameter parameter(const Candidate& candidate, std::size_t i) {
    const Wanted& wanted = candidate.parameters[i];
    Resolved::Parameter parameter{type_of(wanted)};
    parameter.writes = wanted.is_pointer && !wanted.is_const;
    parameter.reads = wanted.is_pointer && (wanted.is_const || candidate.builtin->group == atomic);
    return parameter;
  }

  // The type of an argument passed to `...`.
  [[nodiscard]] Resolved::Parameter further(Type argument) const {
    return {argument.is(TypeKind::float_) ? types_.of(TypeKind::double_) : types_.promoted(argument)};
  }

  [[nodiscard]] Type type_of(const Wanted& wanted) {
    Type type = wanted.vector.empty() ? types_.of(wanted.kind) : vector_among_arguments(wanted);
    if (type.is_unknown() || !wanted.is_pointer) return type;
    return types_.pointer_to(wanted.is_const ? type.with_const() : type);
  }

  [[nodiscard]] Type vector_among_arguments(const Wanted& wanted) const {
    for (const Type each : arguments_) {
      const Type type = each.is_pointer() ? each.inner() : each;
      if (is_the(type, wanted)) return type.plain();
    }
    return {};
  }

  // --- Error messages. ---

  [[nodiscard]] Sentence wrong_count() const {
    std::size_t least = signatures_.front().required;
    std::size_t most = 0;
    for (const Signature& each : signatures_) {
      least = std::min(least, each.required);
      most = std::max(most, each.parameters.size());
    }
    std::string takes = most == 0 ? "no" : std::to_string(least);
    if (least + 1 == most) takes += " or " + std::to_string(most);
    if (least + 1 < most) takes += " to " + std::to_string(most);
    if (signatures_.front().any_more) takes += " or more";
    const std::size_t given = arguments_.size();
    return name() + " takes " + takes + (takes == "1" ? " argument" : " arguments") + ", but " +
           (given == 0   ? "none was"
            : given == 1 ? "1 was"
                         : std::to_string(given) + " were") +
           " given";
  }

  [[nodiscard]] Sentence wrong_type(std::size_t i) const {
    constexpr std::array ordinals{"first", "second", "third", "fourth", "fifth"};
    std::string which;
    if (arguments_.size() > 1 && i < ordinals.size()) which = std::string(" as its ") + ordinals[i] + " argument";
    return name() + " needs " + wishes(i) + which + ", but gets " + quoted(arguments_[i]);
  }

  // "a pointer to int, unsigned or float". A parameter that takes one kind of number takes any.
  [[nodiscard]] std::string wishes(std::size_t i) const {
    std::vector<std::string> pointers;
    std::vector<std::string> values;
    const auto add = [](std::vector<std::string>& to, std::string wish) {
      if (std::find(to.begin(), to.end(), wish) == to.end()) to.push_back(std::move(wish));
    };
    for (const Candidate& each : candidates_) {
      const Wanted& wanted = each.parameters[i];
      const std::string name = wanted.vector.empty() ? name_of(types_.of(wanted.kind)) : std::string(wanted.vector);
      if (wanted.is_pointer) {
        add(pointers, name);
      } else {
        add(values, wanted.vector.empty() ? "number" : name);
      }
    }
    if (pointers.empty()) return "a " + listed(values);
    if (pointers.front() == "void")
      return candidates_.front().parameters[i].is_const ? "a pointer" : "a pointer to write to";
    return "a pointer to " + listed(pointers);
  }

  // "int, unsigned or float"; of a very long list, only the first ones.
  static std::string listed(const std::vector<std::string>& wishes) {
    constexpr std::size_t most = 13;
    std::string text = wishes.front();
    for (std::size_t i = 1; i < std::min(wishes.size(), most); ++i) {
      text += (i + 1 == wishes.size() ? " or " : ", ") + wishes[i];
    }
    return wishes.size() > most ? text + " or a vector of those" : text;
  }

  // "'int' and 'float'"
  [[nodiscard]] Sentence given() const {
    Sentence text;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      if (i > 0) text += i + 1 == arguments_.size() ? " and " : ", ";
      text += quoted(arguments_[i]);
    }
    return text;
  }

  Types& types_;
  std::span<const Builtin> overloads_;
  std::vector<Type> arguments_;
  std::vector<Signature> signatures_;
  std::vector<Candidate> candidates_;
};

}  // namespace

std::span<const Builtin> builtins(std::string_view name) {
  const auto [first, last] = std::equal_range(table.begin(), table.end(), Builtin{name, math, {}, {}}, by_name);
  return {first, last};
}

std::span<const std::string_view> builtin_names() { return names; }

Resolved resolve(Types& types, std::span<const Builtin> overloads, std::span<const Type> arguments) {
  return Resolver(types, overloads, arguments).resolve();
}

std::optional<VectorType> vector_type(std::string_view name) {
  if (name == "dim3") return VectorType{TypeKind::unsigned_int, 3, 4};
  if (name.empty() || name.back() < '1' || name.back() > '4') return {};
  const auto count = static_cast<std::uint32_t>(name.back() - '0');
  name.remove_suffix(1);
  for (const VectorFamily& each : vector_families) {
    if (each.name != name) continue;
    return VectorType{each.element, count, count == 3 ? each.size : std::min(count * each.size, 16U)};
  }
  return {};
}

std::optional<TypeKind> known_typedef(std::string_view name) { return find(typedefs, without_std(name)); }

std::string_view out_of_reach(std::string_view name) {
  name = without_std(name);
  for (const OutOfReach& each : out_of_reach_names) {
    const bool all = each.name.back() == '*';
    if (all ? name.starts_with(each.name.substr(0, each.name.size() - 1)) : name == each.name) return each.why;
  }
  return {};
}

}  // namespace tilescope::language
