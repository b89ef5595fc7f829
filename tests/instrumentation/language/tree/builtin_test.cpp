#include "instrumentation/language/tree/builtin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {
namespace {

// Types by what a source calls them.
class Words {
 public:
  Types types;

  Type operator()(std::string_view text) {
    if (text.ends_with("*")) return types.pointer_to((*this)(without_end(text, 1)));
    if (text.ends_with("[]")) return types.array_of((*this)(without_end(text, 2)), 4);
    if (text.starts_with("const ")) return (*this)(text.substr(6)).with_const();
    if (text.starts_with("volatile ")) return (*this)(text.substr(9)).with_volatile();
    for (int i = 0; i <= static_cast<int>(TypeKind::null); ++i) {
      const Type type = types.of(static_cast<TypeKind>(i));
      if (name_of(type) == text) return type;
    }
    return structure(text);
  }

  std::string call(std::string_view name, const std::vector<std::string_view>& arguments) {
    const Resolved resolved = resolve_call(name, arguments);
    if (!resolved.error.empty()) return resolved.error.text;
    std::string text = resolved.result_name.empty() ? name_of(resolved.result) : std::string(resolved.result_name);
    text += "(";
    for (const Resolved::Parameter& each : resolved.parameters) {
      text += (text.ends_with('(') ? "" : ", ") + std::string(each.reads ? "reads " : "") +
              (each.writes ? "writes " : "") + name_of(each.type);
    }
    for (const std::int64_t each : resolved.left_out)
      text += (text.ends_with('(') ? "= " : ", = ") + std::to_string(each);
    return text + ")";
  }

  Resolved resolve_call(std::string_view name, const std::vector<std::string_view>& arguments) {
    std::vector<Type> given;
    given.reserve(arguments.size());
    for (const std::string_view each : arguments) given.push_back((*this)(each));
    return resolve(types, builtins(name), given);
  }

 private:
  static std::string_view without_end(std::string_view text, std::size_t letters) {
    text.remove_suffix(letters);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
  }

  Type structure(std::string_view name) {
    const auto [at, fresh] = structures_.try_emplace(std::string(name));
    if (fresh) {
      at->second.name = at->first;
      at->second.vector = vector_type(name) ? vector_type(name)->count : 0;
    }
    return types.of(at->second, 16, 4);
  }

  std::map<std::string, Structure> structures_;
};

TEST(Builtin, IsFoundByItsName) {
  EXPECT_TRUE(std::is_sorted(builtin_names().begin(), builtin_names().end()));
  EXPECT_EQ(std::adjacent_find(builtin_names().begin(), builtin_names().end()), builtin_names().end());
  EXPECT_GE(builtin_names().size(), 450U);
  for (const std::string_view name : builtin_names()) {
    ASSERT_FALSE(builtins(name).empty()) << name;
    for (const Builtin& each : builtins(name)) EXPECT_EQ(each.name, name);
  }
  EXPECT_TRUE(builtins("frobnicate").empty());
  EXPECT_TRUE(builtins("").empty());
  EXPECT_EQ(builtins("__syncthreads").size(), 1U);
  EXPECT_GT(builtins("max").size(), 1U);
}

// The parameters that a signature names, as types: the first of `types` for T, `f` for F.
std::vector<std::string> parameters(const Builtin& builtin, const std::string& t, const std::string& f) {
  std::string text(builtin.signature.substr(builtin.signature.find('(') + 1));
  std::vector<std::string> words;
  std::string one;
  for (const char c : text) {
    if (c == ',' || c == ')') {
      if (!one.empty()) words.push_back(one);
      one.clear();
    } else if (c != ' ' || !one.empty()) {
      one += c;
    }
  }
  std::map<std::string, std::string> longer{
      {"schar", "signed char"},    {"uchar", "unsigned char"}, {"ushort", "unsigned short"},
      {"ulong", "unsigned long"},  {"longlong", "long long"},  {"ulonglong", "unsigned long long"},
      {"size_t", "unsigned long"}, {"string", "const char *"}, {"F", f}};
  longer["T"] = longer.contains(t) ? longer[t] : t;
  std::erase(words, "...");
  for (std::string& word : words) {
    word = word.substr(0, word.find(" ="));
    for (const auto& [brief, full] : longer) {
      const std::size_t at = word.starts_with("const ") ? 6 : 0;
      if (word.substr(at) == brief || word.substr(at) == brief + " *") word.replace(at, brief.size(), full);
    }
  }
  return words;
}

TEST(Builtin, IsChosenByItsOwnParameters) {
  Words words;
  for (const std::string_view name : builtin_names()) {
    for (const Builtin& each : builtins(name)) {
      const std::string first(each.types.substr(0, each.types.find(' ')));
      std::vector<Type> arguments;
      for (const std::string& word : parameters(each, first, "float")) arguments.push_back(words(word));
      const Resolved resolved = resolve(words.types, builtins(name), arguments);
      ASSERT_EQ(resolved.error.text, "") << name << " " << each.signature;
      EXPECT_EQ(resolved.builtin, &each) << name << " " << each.signature;
      EXPECT_EQ(resolved.parameters.size(), arguments.size());
      for (std::size_t i = 0; i < arguments.size(); ++i) EXPECT_EQ(resolved.parameters[i].type, arguments[i]) << name;
      EXPECT_TRUE(!resolved.result.is_unknown() || vector_type(resolved.result_name)) << name << " " << each.signature;
    }
  }
}

TEST(Builtin, IsResolvedByCppsRulesForOverloads) {
  Words words;
  EXPECT_EQ(words.call("sqrt", {"float"}), "float(float)");
  EXPECT_EQ(words.call("sqrt", {"double"}), "double(double)");
  EXPECT_EQ(words.call("sqrt", {"int"}), "double(double)");
  EXPECT_EQ(words.call("sqrtf", {"double"}), "float(float)");
  EXPECT_EQ(words.call("pow", {"float", "float"}), "float(float, float)");
  EXPECT_EQ(words.call("pow", {"float", "int"}), "double(double, double)");
  EXPECT_EQ(words.call("pow", {"float", "double"}), "double(double, double)");
  EXPECT_EQ(words.call("ldexp", {"float", "int"}), "float(float, int)");
  EXPECT_EQ(words.call("isnan", {"float"}), "bool(float)");
  EXPECT_EQ(words.call("max", {"int", "int"}), "int(int, int)");
  EXPECT_EQ(words.call("max", {"short", "char"}), "int(int, int)");
  EXPECT_EQ(words.call("max", {"int", "unsigned"}), "unsigned(int, unsigned)");
  EXPECT_EQ(words.call("min", {"unsigned long", "unsigned long"}), "unsigned long(unsigned long, unsigned long)");
  EXPECT_EQ(words.call("min", {"float", "double"}), "double(float, double)");
  EXPECT_EQ(words.call("abs", {"int"}), "int(int)");
  EXPECT_EQ(words.call("abs", {"float"}), "float(float)");
  EXPECT_EQ(words.call("abs", {"short"}), "int(int)");
  EXPECT_EQ(words.call("rsqrt", {"float"}), "float(float)");
  EXPECT_EQ(words.call("__shfl_down_sync", {"unsigned", "bool", "int"}), "int(unsigned, int, unsigned, = 32)");
  EXPECT_EQ(words.call("__shfl_xor_sync", {"unsigned", "double", "int", "int"}), "double(unsigned, double, int, int)");
  EXPECT_EQ(words.call("__syncwarp", {}), "void(= 4294967295)");
  EXPECT_EQ(words.call("__match_all_sync", {"unsigned", "long long", "int *"}),
            "unsigned(unsigned, long long, writes int *)");
  EXPECT_EQ(words.call("printf", {"const char []", "float", "bool", "unsigned char", "int []"}),
            "int(reads const char *, double, int, int, int *)");
  EXPECT_EQ(words.call("assert", {"float *"}), "void(bool)");
  EXPECT_EQ(words.call("make_float4", {"int", "float", "float", "double"}), "float4(float, float, float, float)");
  EXPECT_EQ(words.call("make_char2", {"int", "int"}), "char2(signed char, signed char)");
}

TEST(Builtin, TellsWhichPointersAreReadAndWritten) {
  Words words;
  EXPECT_EQ(words.call("atomicAdd", {"float *", "int"}), "float(reads writes float *, float)");
  EXPECT_EQ(words.call("atomicAdd", {"int []", "unsigned"}), "int(reads writes int *, int)");
  EXPECT_EQ(words.call("atomicCAS", {"unsigned long long *", "int", "int"}),
            "unsigned long long(reads writes unsigned long long *, unsigned long long, unsigned long long)");
  EXPECT_EQ(words.call("__ldg", {"float *"}), "float(reads const float *)");
  EXPECT_EQ(words.call("__ldg", {"const float4 *"}), "float4(reads const float4 *)");
  EXPECT_EQ(words.call("__stcs", {"float4 *", "float4"}), "void(writes float4 *, float4)");
  EXPECT_EQ(words.call("memcpy", {"float *", "const float *", "int"}),
            "void *(writes void *, reads const void *, unsigned long)");
  EXPECT_EQ(words.call("sincosf", {"float", "float *", "float *"}), "void(float, writes float *, writes float *)");
  EXPECT_EQ(words.call("modf", {"float", "float *"}), "float(float, writes float *)");
}

TEST(Builtin, TellsWhyNoneFits) {
  Words words;
  EXPECT_EQ(words.call("fminf", {"float", "float", "float"}), "'fminf' takes 2 arguments, but 3 were given");
  EXPECT_EQ(words.call("sqrtf", {}), "'sqrtf' takes 1 argument, but none was given");
  EXPECT_EQ(words.call("__syncthreads", {"int"}), "'__syncthreads' takes no arguments, but 1 was given");
  EXPECT_EQ(words.call("__shfl_sync", {"float", "int"}), "'__shfl_sync' takes 3 or 4 arguments, but 2 were given");
  EXPECT_EQ(words.call("printf", {}), "'printf' takes 1 or more arguments, but none was given");
  const std::string numbers =
      "'atomicAdd' needs a pointer to int, unsigned, unsigned long long, float or double as its first argument";
  EXPECT_EQ(words.call("atomicAdd", {"const char *", "int"}), numbers + ", but gets 'const char *'");
  EXPECT_EQ(words.call("atomicAdd", {"unsigned long *", "int"}), numbers + ", but gets 'unsigned long *'");
  EXPECT_EQ(words.call("atomicAdd", {"const int *", "int"}), numbers + ", but gets 'const int *'");
  EXPECT_EQ(words.call("atomicAdd", {"volatile int *", "int"}), numbers + ", but gets 'volatile int *'");
  EXPECT_EQ(words.call("atomicAdd", {"float", "float"}), numbers + ", but gets 'float'");
  EXPECT_EQ(words.call("atomicAdd", {"float *", "float *"}),
            "'atomicAdd' needs a number as its second argument, but gets 'float *'");
  EXPECT_EQ(words.call("sqrtf", {"float4"}), "'sqrtf' needs a number, but gets 'float4'");
  EXPECT_EQ(words.call("memset", {"const float *", "int", "int"}),
            "'memset' needs a pointer to write to as its first argument, but gets 'const float *'");
  EXPECT_EQ(words.call("max", {"int", "float"}), "'max' is ambiguous for 'int' and 'float': convert them to one type");
  EXPECT_EQ(words.call("abs", {"unsigned"}), "'abs' is ambiguous for 'unsigned': convert it");
  EXPECT_NE(words.call("__ldg", {"float3 *"}).find("gets 'float3 *'"), std::string::npos);
}

TEST(Builtin, TakesWhatIsUnknown) {
  Words words;
  const Resolved unsure = words.resolve_call("max", {"unknown", "int"});
  EXPECT_EQ(unsure.error.text, "");
  EXPECT_TRUE(words.resolve_call("__ldg", {"unknown"}).result.is_unknown());
  EXPECT_EQ(words.call("atomicAdd", {"float *", "unknown"}), "float(reads writes float *, float)");
  EXPECT_EQ(words.call("fminf", {"unknown", "unknown"}), "float(float, float)");
  EXPECT_EQ(words.call("fminf", {"unknown"}), "'fminf' takes 2 arguments, but 1 was given");
}

TEST(VectorType, HasElementsAndAnAlignment) {
  const auto expect = [](const char* name, TypeKind element, std::uint32_t count, std::uint32_t alignment) {
    const std::optional<VectorType> type = vector_type(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(type->element, element) << name;
    EXPECT_EQ(type->count, count) << name;
    EXPECT_EQ(type->alignment, alignment) << name;
  };
  expect("char1", TypeKind::signed_char, 1, 1);
  expect("uchar3", TypeKind::unsigned_char, 3, 1);
  expect("uchar4", TypeKind::unsigned_char, 4, 4);
  expect("short2", TypeKind::short_, 2, 4);
  expect("int2", TypeKind::int_, 2, 8);
  expect("uint3", TypeKind::unsigned_int, 3, 4);
  expect("float3", TypeKind::float_, 3, 4);
  expect("float4", TypeKind::float_, 4, 16);
  expect("long2", TypeKind::long_, 2, 16);
  expect("ulonglong1", TypeKind::unsigned_long_long, 1, 8);
  expect("double2", TypeKind::double_, 2, 16);
  expect("double3", TypeKind::double_, 3, 8);
  expect("double4", TypeKind::double_, 4, 16);
  expect("dim3", TypeKind::unsigned_int, 3, 4);
  for (const char* const other : {"", "4", "float", "float0", "float5", "bool2", "dim4", "unsigned2"}) {
    EXPECT_FALSE(vector_type(other)) << other;
  }
}

TEST(KnownTypedef, IsTheHosts) {
  EXPECT_EQ(known_typedef("size_t"), TypeKind::unsigned_long);
  EXPECT_EQ(known_typedef("std::size_t"), TypeKind::unsigned_long);
  EXPECT_EQ(known_typedef("uint8_t"), TypeKind::unsigned_char);
  EXPECT_EQ(known_typedef("int64_t"), TypeKind::long_);
  EXPECT_EQ(known_typedef("uint_fast16_t"), TypeKind::unsigned_long);
  EXPECT_EQ(known_typedef("uint"), TypeKind::unsigned_int);
  EXPECT_EQ(known_typedef("cudaError_t"), std::nullopt);
  EXPECT_EQ(known_typedef("float4"), std::nullopt);
}

TEST(OutOfReach, SaysWhy) {
  EXPECT_EQ(out_of_reach("tex2DLod"), "textures are not supported");
  EXPECT_EQ(out_of_reach("__half2float"), out_of_reach("half"));
  EXPECT_EQ(out_of_reach("std::vector"), "standard library containers do not work in device code");
  EXPECT_NE(out_of_reach("curand_uniform"), "");
  EXPECT_NE(out_of_reach("malloc"), "");
  EXPECT_NE(out_of_reach("cudaDeviceSynchronize"), "");
  EXPECT_NE(out_of_reach("__shfl_down"), "");
  EXPECT_EQ(out_of_reach("texel"), "");
  EXPECT_EQ(out_of_reach("frobnicate"), "");
  EXPECT_EQ(out_of_reach(""), "");
  for (const std::string_view name : builtin_names()) EXPECT_EQ(out_of_reach(name), "") << name;
}

}  // namespace
}  // namespace tilescope::language
