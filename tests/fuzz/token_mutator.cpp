// How libFuzzer changes texts: token by token, so that most of what comes out is nearly a program.
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Named by libFuzzer.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" std::size_t LLVMFuzzerMutate(unsigned char* data, std::size_t size, std::size_t max_size);
// NOLINTEND(readability-identifier-naming)

namespace {

using Tokens = std::vector<std::string>;

constexpr std::string_view typical[] = {"int",
                                        "float",
                                        "double",
                                        "unsigned",
                                        "long long",
                                        "char",
                                        "bool",
                                        "void",
                                        "auto",
                                        "size_t",
                                        "const",
                                        "volatile",
                                        "static",
                                        "extern",
                                        "constexpr",
                                        "inline",
                                        "struct S",
                                        "union U",
                                        "enum class E",
                                        "class C",
                                        "typedef",
                                        "using",
                                        "namespace n",
                                        "template <typename T>",
                                        "template <int N = 3>",
                                        "template <>",
                                        "typename",
                                        "operator+",
                                        "this",
                                        "__global__ void",
                                        "__device__",
                                        "__host__",
                                        "__shared__",
                                        "extern __shared__ float s[];",
                                        "__constant__",
                                        "__restrict__",
                                        "__launch_bounds__(256, 2)",
                                        "__forceinline__",
                                        "__align__(16)",
                                        "alignas(8)",
                                        "#pragma unroll",
                                        "threadIdx.x",
                                        "blockIdx.y",
                                        "blockDim.z",
                                        "gridDim.x",
                                        "warpSize",
                                        "__syncthreads();",
                                        "__syncwarp();",
                                        "__shfl_down_sync(0xffffffff, x, 16)",
                                        "atomicAdd(&a[0], 1)",
                                        "__ldg(&a[0])",
                                        "float4",
                                        "make_float4(0, 0, 0, 0)",
                                        "dim3",
                                        "kernel<<<1, 2>>>(a);",
                                        "printf(\"%d\", 1);",
                                        "if",
                                        "else",
                                        "for (;;)",
                                        "while (1)",
                                        "do",
                                        "switch (x)",
                                        "case 1:",
                                        "default:",
                                        "break;",
                                        "continue;",
                                        "return",
                                        "goto l;",
                                        "sizeof",
                                        "static_cast<float>",
                                        "reinterpret_cast<float4&>",
                                        "(float)",
                                        "nullptr",
                                        "true",
                                        "asm(\"\");",
                                        "[&](int x) { return x; }",
                                        "new",
                                        "throw",
                                        "try",
                                        "#define M(a, ...) a ## a #a __VA_ARGS__\n",
                                        "\n#define X X Y\n#define Y X X\n",
                                        "\n#undef X\n",
                                        "\n#include <cmath>\n",
                                        "\n#if 1\n",
                                        "\n#ifdef X\n",
                                        "\n#elif 0\n",
                                        "\n#else\n",
                                        "\n#endif\n",
                                        "\n#error x\n",
                                        "\n#line 3\n",
                                        "\\\n",
                                        "//",
                                        "/*",
                                        "*/",
                                        "\"",
                                        "'",
                                        "R\"(",
                                        ")\"",
                                        "L'",
                                        "u8\"",
                                        "{}",
                                        "()",
                                        "[]",
                                        "<",
                                        ">",
                                        "<<<",
                                        ">>>",
                                        "::",
                                        "->",
                                        ".",
                                        ",",
                                        ";",
                                        ":",
                                        "?",
                                        "=",
                                        "+=",
                                        "<<=",
                                        "++",
                                        "--",
                                        "&&",
                                        "||",
                                        "!",
                                        "~",
                                        "*",
                                        "&",
                                        "%",
                                        "/",
                                        "...",
                                        "#",
                                        "##",
                                        "0",
                                        "1",
                                        "-1",
                                        "16",
                                        "0x7fffffff",
                                        "0x80000000",
                                        "0xffffffffffffffff",
                                        "18446744073709551616",
                                        "1e400",
                                        "0x1p-3f",
                                        "08",
                                        "1.0f",
                                        "1ull",
                                        "'\\xff'",
                                        "'ab'",
                                        "0b101",
                                        "1'000",
                                        "1u << 40",
                                        "1 / 0",
                                        "\xEF\xBB\xBF",
                                        "\xFF",
                                        "\xC3\xA9",
                                        "\xE2\x80\xAE"};

bool is_word(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         byte == '_';
}
bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

// Words, numbers, strings on one line, marks of one letter or a few alike; each with the space before it. Put together
// again they are the text.
Tokens tokens_of(std::string_view text) {
  Tokens all;
  for (std::size_t begin = 0, at = 0; at < text.size(); begin = at) {
    while (at < text.size() && is_space(text[at])) ++at;
    const char first = at < text.size() ? text[at] : ' ';
    if (at < text.size()) ++at;
    if (is_word(first)) {
      while (at < text.size() && is_word(text[at])) ++at;
    } else if (first == '"') {
      while (at < text.size() && text[at] != '\n' && text[at - 1] != '\n' && text[at] != '"') ++at;
      if (at < text.size() && text[at] == '"') ++at;
    } else if (std::string_view("<>&|=+-:.").find(first) != std::string_view::npos) {
      while (at < text.size() && at - begin < 8 && text[at] == first) ++at;
    }
    all.emplace_back(text.substr(begin, at - begin));
  }
  return all;
}

class Mutator {
 public:
  Mutator(Tokens tokens, unsigned seed) : tokens_(std::move(tokens)), random_(seed) {}

  void change() {
    if (tokens_.empty()) return insert(place(), word());
    switch (below(9)) {
      case 0: return erase();
      case 1: return duplicate();
      case 2: return std::swap(tokens_[place()], tokens_[place()]);
      case 3: tokens_[place()] = tokens_[place()]; return;
      case 4: tokens_[place()] = word(); return;
      case 5: return nest();
      case 6: return repeat();
      case 7: return move();
      default: return insert(place(), word());
    }
  }

  // Some of the others between some of these.
  void splice(const Tokens& others) {
    if (others.empty()) return;
    const std::size_t begin = below(others.size()),
                      length = 1 + below(std::min<std::size_t>(others.size() - begin, 64));
    const auto from = others.begin() + static_cast<std::ptrdiff_t>(begin);
    tokens_.insert(iterator(place()), from, from + static_cast<std::ptrdiff_t>(length));
  }

  [[nodiscard]] std::size_t below(std::size_t limit) { return random_() % limit; }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string& token : tokens_) all += token;
    return all;
  }

 private:
  std::size_t place() { return tokens_.empty() ? 0 : below(tokens_.size()); }
  std::size_t length_from(std::size_t at) {
    return 1 + below(std::min<std::size_t>(tokens_.size() - at, below(4) == 0 ? 40 : 4));
  }
  Tokens::iterator iterator(std::size_t at) { return tokens_.begin() + static_cast<std::ptrdiff_t>(at); }
  std::string word() { return " " + std::string(typical[below(std::size(typical))]); }
  void insert(std::size_t at, std::string token) { tokens_.insert(iterator(at), std::move(token)); }

  void erase() {
    const std::size_t at = place(), length = length_from(at);
    tokens_.erase(iterator(at), iterator(at + length));
  }

  Tokens some() {
    const std::size_t at = place(), length = length_from(at);
    return {iterator(at), iterator(at + length)};
  }
  void duplicate() {
    const Tokens copy = some();
    tokens_.insert(iterator(place()), copy.begin(), copy.end());
  }
  void move() {
    const Tokens copy = some();
    erase();
    tokens_.insert(iterator(place()), copy.begin(), copy.end());
  }
  void repeat() {
    const Tokens copy = some();
    const std::size_t at = place();
    for (std::size_t times = below(below(8) == 0 ? 200 : 4) + 1; times > 0; --times)
      tokens_.insert(iterator(at), copy.begin(), copy.end());
  }
  // Brackets around some tokens, once or many times.
  void nest() {
    static constexpr const char* brackets[][2] = {{"(", ")"},        {"[", "]"},  {"{", "}"},  {"<", ">"},
                                                  {"if (1) {", "}"}, {"-(", ")"}, {"S<", ">"}, {"(float)(", ")"}};
    const auto& [open, close] = brackets[below(std::size(brackets))];
    const std::size_t at = place(), length = length_from(at), times = below(8) == 0 ? 1 + below(300) : 1;
    const std::string before = repeated(open, times), after = repeated(close, below(16) == 0 ? times - 1 : times);
    insert(at + length, after);
    insert(at, before);
  }
  static std::string repeated(const char* text, std::size_t times) {
    std::string all;
    for (; times > 0; --times) all += text;
    return all;
  }

  Tokens tokens_;
  std::minstd_rand random_;
};

std::string_view view(const unsigned char* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming)
extern "C" std::size_t LLVMFuzzerCustomMutator(unsigned char* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  Mutator mutator(tokens_of(view(data, size)), seed);
  if (mutator.below(8) == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (std::size_t changes = 1 + mutator.below(4); changes > 0; --changes) mutator.change();
  const std::string text = mutator.text();
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const unsigned char* data, std::size_t size,
                                                 const unsigned char* other, std::size_t other_size, unsigned char* out,
                                                 std::size_t max_out, unsigned seed) {
  Mutator mutator(tokens_of(view(data, size)), seed);
  mutator.splice(tokens_of(view(other, other_size)));
  const std::string text = mutator.text().substr(0, max_out);
  std::memcpy(out, text.data(), text.size());
  return text.size();
}
// NOLINTEND(readability-identifier-naming)
